import { AppError } from "@gatehouse/core/errors";
import { agentPermissions, isForPersons, may, type Permission } from "@gatehouse/core/role";
import { appendAudit } from "./audit/append.ts";
import type { Ctx, Origin } from "./context.ts";
import { withTransaction } from "./transaction.ts";

/** First line of every verb that a person calls. A refusal is itself an audit event. */
export async function requireRole(ctx: Ctx, permission: Permission): Promise<void> {
  // SAFETY: an agent of ours asks for tool calls and does nothing else, whatever it read; what a token may do its scopes
  // say. Proof: test/integration/worker/agent-injection.test.ts
  const driven = ctx.actor.kind === "agent" && ctx.tokenId === undefined;
  if (may(ctx.member.role, permission) && (!driven || agentPermissions.includes(permission))) {
    if (isForPersons(permission)) requirePerson(ctx);
    return;
  }
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

export function originOf({ requestId, ip, userAgent, tokenId }: Origin): Origin {
  return { requestId, ip, userAgent, ...(tokenId === undefined ? {} : { tokenId }) };
}

/** SAFETY: what only a person may do is refused to every token and every agent, whatever asks (api-token.test.ts). */
export function requirePerson(ctx: Ctx): void {
  if (ctx.actor.kind === "person" && ctx.tokenId === undefined) return;
  throw new AppError("forbidden", "Only a person with a login may do this; no token and no agent can.");
}

/** An id of another org is not found, exactly as one that never was. */
export function notFound(what: string): AppError {
  return new AppError("not_found", `There is no such ${what}.`);
}
