import { appendAudit } from "../audit/append.ts";
import { type Decided, decisionPayload, decisionRow } from "../decision/record.ts";
import { storable } from "../storable.ts";
import type { RefusalView } from "../tool-call/view-types.ts";
import { withTransaction } from "../transaction.ts";
import { type HostCtx, type Lease, workerActor } from "./host-ctx.ts";
import type { Work } from "./claim.ts";

/** Stopped on the host before anything ran: a stricter second decision, or something the host cannot give. */
export async function refuseExecution(
  ctx: HostCtx,
  refused: { lease: Lease; work: Work; decided: Decided | null; refusal: RefusalView },
): Promise<boolean> {
  const { lease, work, decided } = refused;
  const refusal = { ...refused.refusal, sentence: storable(refused.refusal.sentence) };
  return withTransaction(ctx.db, async (tx) => {
    const changed = await tx.$executeRaw`
      UPDATE execution SET state = 'finished', outcome = 'refused', finished_at = now(),
        outcome_detail = ${refusal.sentence}, refusal = ${JSON.stringify(refusal)}::jsonb
      WHERE id = ${lease.executionId}::uuid AND lease = ${lease.number} AND state = 'running'`;
    if (changed === 0) return false;
    await tx.toolCall.updateMany({ where: { id: work.toolCallId }, data: { status: "finished" } });
    const about = { sessionId: work.sessionId, toolCallId: work.toolCallId, executionId: lease.executionId };
    if (decided !== null) {
      await tx.decision.createMany({
        data: [{ ...decisionRow(decided), orgId: work.orgId, toolCallId: work.toolCallId }],
      });
    }
    await appendAudit(tx, { orgId: work.orgId, actor: workerActor }, [
      ...(decided === null
        ? []
        : [{ type: "tool_call.decided" as const, ...about, payload: decisionPayload(decided) }]),
      {
        type: "execution.refused",
        ...about,
        payload: { hostId: ctx.hostId, code: refusal.code, sentence: refusal.sentence },
      },
    ]);
    return true;
  });
}
