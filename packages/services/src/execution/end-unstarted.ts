/**
 * Ends of an execution that was claimed and never started: nothing ran, and that is said at once instead of waiting until
 * the lease is over. A start that was committed after all is not touched, and neither is another worker's execution.
 */
import { appendAudit } from "../audit/append.ts";
import type { Tx } from "../db.ts";
import { withTransaction } from "../transaction.ts";
import { endCause } from "./end-cause.ts";
import { type HostCtx, type Lease, workerActor } from "./host-ctx.ts";

type Unstarted = { lease: Lease; work: { sessionId: string; toolCallId: string } };
type End = { outcome: "cancelled" | "sandbox_failed"; detail: string; onlyEnded: readonly string[] | null };

/** A person cancelled, or a grant it depends on ended, between claim and start. False: that is not why it did not start. */
export async function cancelUnstarted(
  ctx: HostCtx,
  input: Unstarted & { grantIds?: readonly string[] },
): Promise<boolean> {
  return withTransaction(ctx.db, (tx) => cancelUnstartedAudited(ctx, tx, input));
}

export async function cancelUnstartedAudited(
  ctx: HostCtx,
  tx: Tx,
  input: Unstarted & { grantIds?: readonly string[] },
): Promise<boolean> {
  const grantIds = input.grantIds ?? [];
  const cause = await endCause(ctx.pool, { executionId: input.lease.executionId, grantIds });
  const detail = cause ?? "Cancelled before it was started; nothing ran.";
  return endAudited(ctx, tx, { ...input, end: { outcome: "cancelled", detail, onlyEnded: grantIds } });
}

/** Something on this host broke before the start; its log has the cause. */
export async function failUnstarted(ctx: HostCtx, input: Unstarted): Promise<boolean> {
  const detail = "The host failed before the command was started; nothing ran. Its log says why.";
  const end: End = { outcome: "sandbox_failed", detail, onlyEnded: null };
  return withTransaction(ctx.db, (tx) => endAudited(ctx, tx, { ...input, end }));
}

async function endAudited(ctx: HostCtx, tx: Tx, input: Unstarted & { end: End }): Promise<boolean> {
  const { lease, work } = input;
  const { outcome, detail, onlyEnded } = input.end;
  const ended = await tx.$executeRaw`
    UPDATE execution SET state = 'finished', outcome = ${outcome}, finished_at = now(), outcome_detail = ${detail}
    WHERE id = ${lease.executionId}::uuid AND lease = ${lease.number} AND state = 'running' AND started_at IS NULL
      AND (${onlyEnded === null} OR cancel_requested_at IS NOT NULL OR EXISTS (
        SELECT FROM "grant" g WHERE g.id = ANY(${onlyEnded ?? []}::uuid[])
          AND (g.revoked_at IS NOT NULL OR g.expires_at <= now())))`;
  if (ended === 0) return false;
  await tx.toolCall.updateMany({ where: { id: work.toolCallId }, data: { status: "finished" } });
  await appendAudit(tx, { orgId: lease.orgId, actor: workerActor }, [
    {
      type: "execution.finished",
      sessionId: work.sessionId,
      toolCallId: work.toolCallId,
      executionId: lease.executionId,
      payload: { hostId: ctx.hostId, outcome, started: false, detail },
    },
  ]);
  return true;
}
