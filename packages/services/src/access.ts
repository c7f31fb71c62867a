import { AppError } from "@gatehouse/core/errors";
import { type Permission, may } from "@gatehouse/core/role";
import { appendAudit } from "./audit/append.ts";
import type { Ctx } from "./context.ts";
import { withTransaction } from "./transaction.ts";

/** First line of every verb that a person calls. A refusal is itself an audit event. */
export async function requireRole(ctx: Ctx, permission: Permission): Promise<void> {
  if (may(ctx.member.role, permission)) return;
  await withTransaction(ctx.db, (tx) =>
    appendAudit(tx, auditActor(ctx), [
      { type: "access.denied", payload: { permission, role: ctx.member.role, ...originOf(ctx) } },
    ]),
  );
  throw new AppError("forbidden", "Your role does not allow this.", { details: { permission } });
}

export function auditActor(ctx: Ctx): { orgId: string; actor: Ctx["actor"] } {
  return { orgId: ctx.org.id, actor: ctx.actor };
}

export function originOf(ctx: { requestId: string; ip: string | null; userAgent: string | null }): {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
} {
  return { requestId: ctx.requestId, ip: ctx.ip, userAgent: ctx.userAgent };
}

/** An id of another org is not found, exactly as one that never was. */
export function notFound(what: string): AppError {
  return new AppError("not_found", `There is no such ${what}.`);
}
