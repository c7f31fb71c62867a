import { AppError } from "@gatehouse/core/errors";
import { type GivenAnswer, type KeptAnswer, readAnswers } from "@gatehouse/core/tool-call/read-answers";
import { parseToolCall, type QuestionCall } from "@gatehouse/core/tool-call/tool-call";
import { auditActor, notFound, originOf, requirePerson, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { executionDraft } from "../execution/draft.ts";
import { enqueue } from "../execution/enqueue.ts";
import { putSessionSecrets } from "../secret/session.ts";
import { storable } from "../storable.ts";
import { withTransaction } from "../transaction.ts";

/**
 * A person's answers to the questions of one call. Of two at once one wins, because the approval is taken only while it is
 * pending; secrets are sealed in the same transaction and stand nowhere else. Proof: test/integration/worker/question.test.ts.
 */
export async function answerQuestions(
  ctx: Ctx,
  input: { toolCallId: string; answers: readonly GivenAnswer[] },
): Promise<{ won: boolean }> {
  await requireRole(ctx, "session.drive");
  requirePerson(ctx);
  const call = await ctx.db.toolCall.findFirst({
    where: { id: input.toolCallId, orgId: ctx.org.id, tool: "ask_user" },
    select: {
      id: true,
      sessionId: true,
      tool: true,
      input: true,
      session: { select: { hostId: true, archivedAt: true } },
    },
  });
  if (call === null) throw notFound("question");
  if (call.session.archivedAt !== null) throw new AppError("conflict", "This session is archived.");
  const { questions } = (parseToolCall(call.tool, JSON.parse(call.input)) as QuestionCall).input;
  const read = readAnswers(questions, input.answers);
  if (!read.ok)
    throw new AppError("invalid_input", `answers.${read.at}: ${read.problem}`, { details: { at: read.at } });
  const { id: toolCallId, sessionId } = call;
  const session = { id: sessionId, hostId: call.session.hostId };
  const execution = executionDraft(ctx, { orgId: ctx.org.id, toolCallId, session });
  const won = await withTransaction(ctx.db, async (tx) => {
    const taken = await tx.approval.updateMany({
      where: { toolCallId, orgId: ctx.org.id, status: "pending", expiresAt: { gt: ctx.now } },
      data: { status: "approved", answeredAt: ctx.now, answeredBy: ctx.member.id },
    });
    if (taken.count === 0) return false;
    const body = storable(JSON.stringify(read.kept));
    await tx.questionAnswer.createMany({
      data: [{ toolCallId, orgId: ctx.org.id, body, answeredBy: ctx.member.id, answeredAt: ctx.now }],
    });
    const by = { orgId: ctx.org.id, sessionId, secrets: read.secrets, by: ctx.member.id, now: ctx.now };
    await putSessionSecrets({ db: tx, keys: ctx.secretKeys }, by);
    await tx.toolCall.updateMany({ where: { id: toolCallId }, data: { status: "approved" } });
    const { id, orgId, hostId, queuedAt, traceParent } = execution;
    await tx.execution.createMany({
      data: [{ id, orgId, toolCallId, sessionId, hostId, queuedAt, traceParent }],
    });
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "question.answered",
        sessionId,
        toolCallId,
        payload: { answers: body, secretNames: read.secrets.map(({ name }) => name), ...originOf(ctx) },
      },
      { type: "execution.queued", sessionId, toolCallId, executionId: id, payload: { hostId } },
    ]);
    return true;
  });
  if (won) await enqueue(ctx, execution);
  return { won };
}

/** Null where a person let the call go on without an answer. */
export async function keptAnswers(
  db: Ctx["db"],
  of: { orgId: string; toolCallId: string },
): Promise<KeptAnswer[] | null> {
  const row = await db.questionAnswer.findFirst({ where: of, select: { body: true } });
  return row === null ? null : (JSON.parse(row.body) as KeptAnswer[]);
}
