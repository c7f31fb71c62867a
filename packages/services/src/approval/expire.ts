import type { Services } from "../context.ts";
import { appendAudit } from "../audit/append.ts";
import { withTransaction } from "../transaction.ts";

type Expiring = Pick<Services, "db"> & { now: Date };

/** Past its time an approval becomes a refusal. Nothing happens if somebody answered in between. */
export async function expireApproval(ctx: Expiring, id: string): Promise<boolean> {
  return withTransaction(ctx.db, async (tx) => {
    const expired = await tx.approval.updateMany({
      where: { id, status: "pending", expiresAt: { lte: ctx.now } },
      data: { status: "expired" },
    });
    if (expired.count === 0) return false;
    const approval = await tx.approval.findUniqueOrThrow({
      where: { id },
      include: { toolCall: { select: { sessionId: true } } },
    });
    await tx.toolCall.updateMany({ where: { id: approval.toolCallId }, data: { status: "expired" } });
    await appendAudit(tx, { orgId: approval.orgId, actor: { kind: "system", part: "maintenance" } }, [
      {
        type: "approval.expired",
        sessionId: approval.toolCall.sessionId,
        toolCallId: approval.toolCallId,
        payload: { approvalId: id, expiresAt: approval.expiresAt.toISOString() },
      },
    ]);
    return true;
  });
}

/** One pass of maintenance over everything that is past its time. */
export async function expireApprovals(ctx: Expiring): Promise<number> {
  const due = await ctx.db.approval.findMany({
    where: { status: "pending", expiresAt: { lte: ctx.now } },
    select: { id: true },
    take: 100,
  });
  let expired = 0;
  for (const approval of due) if (await expireApproval(ctx, approval.id)) expired += 1;
  return expired;
}
