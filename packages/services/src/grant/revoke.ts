import { auditActor, notFound, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { withTransaction } from "../transaction.ts";
import { stopDependents } from "./stop-dependents.ts";
import { requireSession } from "../session/access.ts";

/** Ends a grant at once; what is running on it now in the session is asked to stop. */
export async function revokeGrant(ctx: Ctx, grantId: string): Promise<void> {
  await requireRole(ctx, "session.drive");
  const grant = await ctx.db.grant.findFirst({ where: { id: grantId, orgId: ctx.org.id } });
  if (grant === null) throw notFound("grant");
  await requireSession(ctx, grant.sessionId, "drive");
  await withTransaction(ctx.db, async (tx) => {
    const revoked = await tx.grant.updateMany({
      where: { id: grantId, revokedAt: null },
      data: { revokedAt: ctx.now, revokedBy: ctx.member.id },
    });
    if (revoked.count === 0) return;
    const stopped = await stopDependents(tx, {
      grantIds: [grantId],
      memberId: ctx.member.id,
      now: ctx.now,
      detail:
        grant.kind === "path"
          ? `Stopped: the grant to ${grant.access ?? "use"} ${grant.path ?? "it"}, on which it depended, was revoked.`
          : `Stopped: a grant on which it depended was revoked: ${grant.words}.`,
    });
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "grant.revoked",
        sessionId: grant.sessionId,
        payload: { grantId, path: grant.path, access: grant.access, stopped: stopped.length },
      },
      ...stopped,
    ]);
  });
}
