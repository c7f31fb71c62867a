/**
 * Queued to running, with one winner. A job that was delivered twice, or came back with an old Redis file, finds the row
 * no longer queued and ends. Proof: test/integration/execution.claim.test.ts.
 */
import { appendAudit } from "../audit/append.ts";
import { withTransaction } from "../transaction.ts";
import { type HostCtx, type Lease, workerActor } from "./host-ctx.ts";
import { leaseMs } from "./timings.ts";

type Claimed = { org_id: string; session_id: string; tool_call_id: string; lease: bigint };

export async function claimExecution(ctx: HostCtx, executionId: string): Promise<Lease | null> {
  return withTransaction(ctx.db, async (tx) => {
    const rows = await tx.$queryRaw<Claimed[]>`
      UPDATE execution SET state = 'running', lease = lease + 1, claimed_at = now(),
        lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
      WHERE id = ${executionId}::uuid AND host_id = ${ctx.hostId}::uuid AND state = 'queued'
      RETURNING org_id::text, session_id::text, tool_call_id::text, lease`;
    const claimed = rows[0];
    if (claimed === undefined) return null;
    await appendAudit(tx, { orgId: claimed.org_id, actor: workerActor }, [
      {
        type: "execution.claimed",
        sessionId: claimed.session_id,
        toolCallId: claimed.tool_call_id,
        executionId,
        payload: { hostId: ctx.hostId, lease: Number(claimed.lease) },
      },
    ]);
    return { executionId, orgId: claimed.org_id, number: claimed.lease };
  });
}
