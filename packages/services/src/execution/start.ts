/**
 * Commits that a command is about to start, with the decision it starts on. The sandbox holds the command back until this
 * resolved to true; false means the lease is gone or a person cancelled, and nothing runs.
 */
import { appendAudit } from "../audit/append.ts";
import { type Decided, decisionPayload, decisionRow } from "../decision/record.ts";
import { withTransaction } from "../transaction.ts";
import { type HostCtx, type Lease, workerActor } from "./host-ctx.ts";
import type { Work } from "./load.ts";

export type Start = {
  lease: Lease;
  work: Work;
  decided: Decided;
  profileDigest: string | null;
  grantIds: string[];
};

export async function startExecution(ctx: HostCtx, start: Start): Promise<boolean> {
  const { lease, work, decided } = start;
  return withTransaction(ctx.db, async (tx) => {
    const started = await tx.$executeRaw`
      UPDATE execution SET started_at = now(), profile_digest = ${start.profileDigest}, grant_ids = ${start.grantIds}::uuid[]
      WHERE id = ${lease.executionId}::uuid AND lease = ${lease.number} AND state = 'running'
        AND cancel_requested_at IS NULL`;
    if (started === 0) return false;
    await tx.toolCall.updateMany({ where: { id: work.toolCallId }, data: { status: "executing" } });
    await tx.decision.createMany({
      data: [{ ...decisionRow(decided), orgId: work.orgId, toolCallId: work.toolCallId }],
    });
    if (start.grantIds.length > 0) {
      await tx.grant.updateMany({ where: { id: { in: start.grantIds } }, data: { uses: { increment: 1 } } });
    }
    const about = { sessionId: work.sessionId, toolCallId: work.toolCallId, executionId: lease.executionId };
    await appendAudit(tx, { orgId: work.orgId, actor: workerActor }, [
      { type: "tool_call.decided", ...about, payload: decisionPayload(decided) },
      {
        type: "execution.started",
        ...about,
        payload: {
          hostId: ctx.hostId,
          lease: Number(lease.number),
          inputDigest: work.digest,
          profileDigest: start.profileDigest,
          grantIds: start.grantIds,
        },
      },
    ]);
    return true;
  });
}
