import { auditActor, notFound, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { withTransaction } from "../transaction.ts";

/** Ends a grant at once; what is running on it now in the session is asked to stop. */
export async function revokeGrant(ctx: Ctx, grantId: string): Promise<void> {
  await requireRole(ctx, "session.drive");
  const grant = await ctx.db.grant.findFirst({ where: { id: grantId, orgId: ctx.org.id } });
  if (grant === null) throw notFound("grant");
  await withTransaction(ctx.db, async (tx) => {
    const revoked = await tx.grant.updateMany({
      where: { id: grantId, revokedAt: null },
      data: { revokedAt: ctx.now, revokedBy: ctx.member.id },
    });
    if (revoked.count === 0) return;
    await tx.execution.updateMany({
      where: {
        sessionId: grant.sessionId,
        state: "running",
        grantIds: { has: grantId },
        cancelRequestedAt: null,
      },
      data: { cancelRequestedAt: ctx.now, cancelRequestedBy: ctx.member.id },
    });
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "grant.revoked",
        sessionId: grant.sessionId,
        payload: { grantId, path: grant.path, access: grant.access },
      },
    ]);
  });
}
