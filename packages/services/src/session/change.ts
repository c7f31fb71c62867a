import type { AuditEventType } from "@gatehouse/core/audit/event";
import { AppError } from "@gatehouse/core/errors";
import type { SessionMode } from "@gatehouse/core/tool-call/tool-call";
import { auditActor, notFound, requirePerson, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { cappedMode } from "../tool-call/prepare.ts";
import { sessionSecretPrefix } from "../secret/session.ts";
import { withTransaction } from "../transaction.ts";
import { requireSession } from "./access.ts";

type Change = { type: AuditEventType; data: { title?: string; mode?: string; archivedAt?: Date | null } };

export async function renameSession(ctx: Ctx, input: { id: string; title: string }): Promise<void> {
  await requireRole(ctx, "session.drive");
  await change(ctx, input.id, { type: "session.renamed", data: { title: input.title } });
}

export async function setSessionMode(ctx: Ctx, input: { id: string; mode: SessionMode }): Promise<void> {
  await requireRole(ctx, "session.drive");
  requirePerson(ctx);
  const policy = await ctx.policies.current(ctx.db, ctx.org.id);
  if (cappedMode(input.mode, policy) !== input.mode) {
    throw new AppError("conflict", "Your org allows sessions in safe mode only.");
  }
  await change(ctx, input.id, { type: "session.mode_changed", data: { mode: input.mode } });
}

/** Archiving ends the session's grants with it; bringing it back gives none of them again. */
export async function archiveSession(ctx: Ctx, input: { id: string; archived: boolean }): Promise<void> {
  await requireRole(ctx, "session.drive");
  if (!input.archived) {
    await change(ctx, input.id, { type: "session.unarchived", data: { archivedAt: null } });
    return;
  }
  await change(ctx, input.id, { type: "session.archived", data: { archivedAt: ctx.now } });
}

async function change(ctx: Ctx, id: string, what: Change): Promise<void> {
  await requireSession(ctx, id, "drive");
  await withTransaction(ctx.db, async (tx) => {
    // The audit chain is locked before the session, as a request does it; the other way round the two would block.
    const payload = { title: what.data.title ?? null, mode: what.data.mode ?? null };
    await appendAudit(tx, auditActor(ctx), [{ type: what.type, sessionId: id, payload }]);
    const changed = await tx.session.updateMany({ where: { id, orgId: ctx.org.id }, data: what.data });
    if (changed.count === 0) throw notFound("session");
    if (what.type === "session.archived") {
      const open = await tx.execution.count({ where: { sessionId: id, state: { not: "finished" } } });
      if (open > 0) throw new AppError("conflict", "Something still runs in this session. Cancel it first.");
      await tx.orgSecret.deleteMany({
        where: { orgId: ctx.org.id, name: { startsWith: sessionSecretPrefix(id) } },
      });
      await tx.grant.updateMany({
        where: { sessionId: id, revokedAt: null },
        data: { revokedAt: ctx.now, revokedBy: ctx.member.id },
      });
    }
  });
}
