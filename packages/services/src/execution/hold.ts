/**
 * On the host the call turned out to need a person after all (a name that is a link to something sensitive). Nothing ran:
 * the execution is taken back, the call waits for an answer again, and an approval makes a new execution.
 */
import { asksOf, expiryOf } from "../approval/asks.ts";
import { appendAudit } from "../audit/append.ts";
import { type Decided, decisionPayload, decisionRow } from "../decision/record.ts";
import { newId } from "../new-id.ts";
import { withTransaction } from "../transaction.ts";
import { type HostCtx, type Lease, workerActor } from "./host-ctx.ts";
import type { Work } from "./claim.ts";

export async function holdExecution(
  ctx: HostCtx,
  held: { lease: Lease; work: Work; decided: Decided; now: Date },
): Promise<boolean> {
  const { lease, work, decided, now } = held;
  const asks = JSON.stringify(asksOf(decided.decision));
  const strength = decided.decision.strength ?? "password";
  const expiresAt = expiryOf(now, work.policy.document.limits.approval_hours);
  return withTransaction(ctx.db, async (tx) => {
    const taken = await tx.$executeRaw`
      DELETE FROM execution WHERE id = ${lease.executionId}::uuid AND lease = ${lease.number} AND state = 'running'
        AND started_at IS NULL`;
    if (taken === 0) return false;
    const pending = {
      asks,
      strength,
      status: "pending",
      requestedAt: now,
      expiresAt,
      answeredAt: null,
      answeredBy: null,
      answerReason: null,
      stepUpId: null,
    };
    const again = await tx.approval.updateMany({ where: { toolCallId: work.toolCallId }, data: pending });
    if (again.count === 0) {
      await tx.approval.createMany({
        data: [
          {
            id: newId<string>(),
            orgId: work.orgId,
            toolCallId: work.toolCallId,
            inputDigest: work.digest,
            ...pending,
          },
        ],
      });
    }
    await tx.toolCall.updateMany({ where: { id: work.toolCallId }, data: { status: "awaiting_approval" } });
    await tx.decision.createMany({
      data: [{ ...decisionRow(decided), orgId: work.orgId, toolCallId: work.toolCallId }],
    });
    const about = { sessionId: work.sessionId, toolCallId: work.toolCallId, executionId: lease.executionId };
    await appendAudit(tx, { orgId: work.orgId, actor: workerActor }, [
      { type: "tool_call.decided", ...about, payload: decisionPayload(decided) },
      { type: "execution.held", ...about, payload: { hostId: ctx.hostId } },
      {
        type: "approval.requested",
        ...about,
        payload: { strength, asks, inputDigest: work.digest, expiresAt: expiresAt.toISOString() },
      },
    ]);
    return true;
  });
}
