import { AppError } from "@gatehouse/core/errors";
import { auditActor, notFound, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { requireSession } from "../session/access.ts";
import { withTransaction } from "../transaction.ts";

/** Lets a grant end earlier than it would. Longer takes a new approval. */
export async function shortenGrant(ctx: Ctx, input: { grantId: string; minutes: number }): Promise<void> {
  await requireRole(ctx, "session.drive");
  const grant = await ctx.db.grant.findFirst({ where: { id: input.grantId, orgId: ctx.org.id } });
  if (grant === null) throw notFound("grant");
  await requireSession(ctx, grant.sessionId, "drive");
  const expiresAt = new Date(ctx.now.getTime() + input.minutes * 60_000);
  await withTransaction(ctx.db, async (tx) => {
    const { count } = await tx.grant.updateMany({
      where: { id: grant.id, revokedAt: null, expiresAt: { gt: expiresAt } },
      data: { expiresAt },
    });
    if (count === 0) {
      throw new AppError("conflict", "It ends earlier than that already. More time takes a new approval.");
    }
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "grant.shortened",
        sessionId: grant.sessionId,
        payload: { grantId: grant.id, from: grant.expiresAt.toISOString(), to: expiresAt.toISOString() },
      },
    ]);
  });
}
