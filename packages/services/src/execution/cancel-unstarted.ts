import { appendAudit } from "../audit/append.ts";
import type { Tx } from "../db.ts";
import { withTransaction } from "../transaction.ts";
import type { Work } from "./claim.ts";
import { type HostCtx, type Lease, workerActor } from "./host-ctx.ts";

type Unstarted = { lease: Lease; work: Pick<Work, "sessionId" | "toolCallId"> };

/** A person cancelled between claim and start: the end is recorded at once. False: that is not why it did not start. */
export async function cancelUnstarted(ctx: HostCtx, input: Unstarted): Promise<boolean> {
  return withTransaction(ctx.db, (tx) => cancelUnstartedIn(ctx, tx, input));
}

export async function cancelUnstartedIn(ctx: HostCtx, tx: Tx, input: Unstarted): Promise<boolean> {
  const { lease, work } = input;
  const detail = "Cancelled before it was started; nothing ran.";
  const ended = await tx.$executeRaw`
    UPDATE execution SET state = 'finished', outcome = 'cancelled', finished_at = now(), outcome_detail = ${detail}
    WHERE id = ${lease.executionId}::uuid AND lease = ${lease.number} AND state = 'running' AND started_at IS NULL
      AND cancel_requested_at IS NOT NULL`;
  if (ended === 0) return false;
  await tx.toolCall.updateMany({ where: { id: work.toolCallId }, data: { status: "finished" } });
  await appendAudit(tx, { orgId: lease.orgId, actor: workerActor }, [
    {
      type: "execution.finished",
      sessionId: work.sessionId,
      toolCallId: work.toolCallId,
      executionId: lease.executionId,
      payload: { hostId: ctx.hostId, outcome: "cancelled", started: false, detail },
    },
  ]);
  return true;
}
