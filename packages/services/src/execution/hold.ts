/**
 * On the host the call turned out to need a person after all (a name that is a link to something sensitive). Nothing ran:
 * the execution is taken back, the call waits for an answer again, and an approval makes a new execution.
 */
import type { Ask, AskStrength } from "@gatehouse/core/policy/decision";
import { asksOf, expiryOf } from "../approval/asks.ts";
import { takesSecondPerson } from "../approval/second-person.ts";
import { appendAudit } from "../audit/append.ts";
import { type Decided, decisionPayload, decisionRow } from "../decision/record.ts";
import { newId } from "../new-id.ts";
import { withTransaction } from "../transaction.ts";
import { cancelUnstartedAudited } from "./end-unstarted.ts";
import { type HostCtx, type Lease, workerActor } from "./host-ctx.ts";
import type { Work } from "./claim.ts";

export async function holdExecution(
  ctx: HostCtx,
  held: { lease: Lease; work: Work; decided: Decided; now: Date },
): Promise<boolean> {
  const { lease, work, decided, now } = held;
  const asks = JSON.stringify(allAsks(work, decided));
  const strength = strengthOf(work, decided);
  const expiresAt = expiryOf(now, work.policy.document.limits.approval_hours);
  return withTransaction(ctx.db, async (tx) => {
    const taken = await tx.$executeRaw`
      DELETE FROM execution WHERE id = ${lease.executionId}::uuid AND lease = ${lease.number} AND state = 'running'
        AND started_at IS NULL AND cancel_requested_at IS NULL`;
    if (taken === 0) return cancelUnstartedAudited(ctx, tx, { lease, work });
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
    const second = takesSecondPerson(decided.decision.reasons, work.policy.document);
    const again = await tx.approval.updateMany({
      where: { toolCallId: work.toolCallId },
      data: { ...pending, round: { increment: 1 }, ...(second ? { secondPerson: true } : {}) },
    });
    if (again.count === 0) {
      await tx.approval.createMany({
        data: [
          {
            id: newId<string>(),
            orgId: work.orgId,
            toolCallId: work.toolCallId,
            inputDigest: work.digest,
            secondPerson: second,
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

/** What was asked and granted before is asked again with the rest: the answer that comes is the only one that counts. */
function allAsks(work: Work, { decision }: Decided): Ask[] {
  const found = [
    ...asksOf(decision),
    ...work.grants.flatMap((grant) => (grant.kind === "call" ? grant.asks : [])),
  ];
  return [...new Map(found.map((ask) => [JSON.stringify(ask), ask])).values()];
}

function strengthOf(work: Work, { decision }: Decided): AskStrength {
  const before = work.grants.some((grant) => grant.kind === "call" && grant.strength === "password");
  return before ? "password" : (decision.strength ?? "password");
}
