import type { AuditEvent } from "@gatehouse/core/audit/event";
import { AppError } from "@gatehouse/core/errors";
import { auditActor, originOf } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { executionDraft } from "../execution/draft.ts";
import { enqueue } from "../execution/enqueue.ts";
import { type Choice, chosenGrants, insertGrants, type NewGrant } from "../grant/make.ts";
import { hostRemoved } from "../host/change.ts";
import { type StepUpProof, takeStepUp } from "../login/step-up.ts";
import { withTransaction } from "../transaction.ts";
import { answerable, type Answerable, type Answered, asShown, lostTo } from "./answerable.ts";
import { proveForApproval } from "./step-up.ts";

/** The proof is for a yes to what asks for one. */
export type AnswerInput = StepUpProof & {
  approvalId: string;
  /** `shown` of the approval as the person saw it */
  shown: string;
  answer: "approve" | "reject";
  reason?: string | undefined;
  /** what shall stand beyond this call; absent: the paths it asks for, for a day at most */
  grants?: readonly Choice[] | undefined;
};

/** A person's yes or no to what they were shown. Exactly one answer counts: the update succeeds only while it is pending. */
export async function answerApproval(ctx: Ctx, input: AnswerInput): Promise<Answered> {
  const found = await answerable(ctx, input);
  if ("over" in found) return found.over;
  const { approval } = found;
  const approved = input.answer === "approve";
  const stepUpId =
    approved && approval.strength === "password" ? await proveForApproval(ctx, input, approval) : null;
  const grants = approved ? await chosenGrants(ctx, approval, input.grants) : [];
  const execution = approved
    ? executionDraft(ctx, {
        orgId: ctx.org.id,
        toolCallId: approval.toolCallId,
        session: { id: approval.toolCall.sessionId, hostId: approval.toolCall.session.hostId },
      })
    : null;

  const won = await withTransaction(ctx.db, async (tx) => {
    const claimed = await tx.approval.updateMany({
      where: asShown(ctx, approval),
      data: {
        status: approved ? "approved" : "rejected",
        answeredAt: ctx.now,
        answeredBy: ctx.member.id,
        answerReason: input.reason ?? null,
        stepUpId,
      },
    });
    if (claimed.count === 0) return false;
    if (stepUpId !== null) await takeStepUp(ctx, tx, { stepUpId, inputDigest: approval.inputDigest });
    await tx.toolCall.updateMany({
      where: { id: approval.toolCallId },
      data: { status: approved ? "approved" : "denied" },
    });
    await insertGrants(ctx, tx, {
      grants,
      approvalId: approval.id,
      sessionId: approval.toolCall.sessionId,
    });
    if (execution !== null) {
      const { id, orgId, toolCallId, sessionId, hostId, queuedAt, traceParent } = execution;
      await tx.execution.createMany({
        data: [{ id, orgId, toolCallId, sessionId, hostId, queuedAt, traceParent }],
      });
    }
    await appendAudit(
      tx,
      auditActor(ctx),
      answerEvents(ctx, { approval, input, stepUpId, grants, execution }),
    );
    if (approved) await requireOpenSession(tx, approval.toolCall.sessionId);
    return true;
  });
  if (!won) return lostTo(ctx, approval.id);
  if (execution !== null) await enqueue(ctx, execution);
  return { won: true, status: approved ? "approved" : "rejected", answeredBy: ctx.member.name };
}

/** The row is locked, so that archiving and approving follow one another; after the audit chain, as everywhere. */
async function requireOpenSession(tx: Tx, id: string): Promise<void> {
  const rows = await tx.$queryRaw<{ archived: boolean; host: string; removed: boolean }[]>`
    SELECT s.archived_at IS NOT NULL AS archived, h.name AS host, h.removed_at IS NOT NULL AS removed
    FROM session s JOIN host h ON h.id = s.host_id WHERE s.id = ${id}::uuid FOR SHARE`;
  if (rows[0]?.archived !== false) {
    throw new AppError("conflict", "This session is archived. Bring it back before approving a call in it.");
  }
  if (rows[0].removed) throw hostRemoved(rows[0].host);
}

function answerEvents(
  ctx: Ctx,
  of: {
    approval: Answerable;
    input: AnswerInput;
    stepUpId: string | null;
    grants: readonly NewGrant[];
    execution: { id: string; hostId: string } | null;
  },
): AuditEvent[] {
  const { approval, input, grants, execution } = of;
  const about = { sessionId: approval.toolCall.sessionId, toolCallId: approval.toolCallId };
  return [
    {
      type: input.answer === "approve" ? "approval.granted" : "approval.rejected",
      ...about,
      payload: {
        approvalId: approval.id,
        strength: approval.strength,
        round: approval.round,
        inputDigest: approval.inputDigest,
        asks: approval.asks,
        reason: input.reason ?? null,
        stepUpId: of.stepUpId,
        ...originOf(ctx),
      },
    },
    ...grants.map(
      (grant): AuditEvent => ({
        type: "grant.created",
        ...about,
        payload: {
          grantId: grant.id,
          kind: grant.scope.kind,
          words: grant.words,
          expiresAt: grant.expiresAt.toISOString(),
          ...(grant.scope.kind === "path" ? { path: grant.scope.path, access: grant.scope.access } : {}),
        },
      }),
    ),
    ...(execution === null
      ? []
      : [
          {
            type: "execution.queued" as const,
            ...about,
            executionId: execution.id,
            payload: { hostId: execution.hostId },
          },
        ]),
  ];
}
