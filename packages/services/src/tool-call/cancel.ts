import { AppError } from "@gatehouse/core/errors";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { withTransaction } from "../transaction.ts";

/** Before it runs a call is taken back at once; while it runs its worker is asked to end it. */
export async function cancelToolCall(ctx: Ctx, id: string): Promise<void> {
  await requireRole(ctx, "session.drive");
  const call = await ctx.db.toolCall.findFirst({
    where: { id, orgId: ctx.org.id },
    select: { id: true, sessionId: true },
  });
  if (call === null) throw notFound("tool call");
  // An answer or a hold that was under way may just have changed where the call stands; a second look finds it there.
  const done = (await tryCancel(ctx, call)) ?? (await tryCancel(ctx, call));
  if (done === null) throw new AppError("conflict", "This call is already over.");
  const { how, execution } = done;
  if (how !== "queued" || execution === null) return;
  await ctx.queues
    .removeExecution(execution.hostId, execution.id)
    .catch((error: unknown) =>
      ctx.log.warn({ error: String(error) }, "the job of a cancelled call stays; its claim will fail"),
    );
}

type Cancelled = { how: "awaiting" | "queued" | "asked"; execution: { id: string; hostId: string } | null };

async function tryCancel(ctx: Ctx, call: { id: string; sessionId: string }): Promise<Cancelled | null> {
  return withTransaction(ctx.db, async (tx) => {
    const done = await cancelIn(ctx, tx, call.id);
    if (done === null) return null;
    const { how, execution } = done;
    await appendAudit(tx, auditActor(ctx), [
      {
        type: how === "asked" ? "execution.cancel_requested" : "tool_call.cancelled",
        sessionId: call.sessionId,
        toolCallId: call.id,
        ...(execution === null ? {} : { executionId: execution.id }),
        payload: { before: how, ...originOf(ctx) },
      },
    ]);
    return done;
  });
}

async function cancelIn(ctx: Ctx, tx: Tx, id: string): Promise<Cancelled | null> {
  const approval = await tx.approval.updateMany({
    where: { toolCallId: id, status: "pending" },
    data: { status: "cancelled", answeredAt: ctx.now, answeredBy: ctx.member.id },
  });
  if (approval.count === 1) {
    await tx.toolCall.updateMany({ where: { id }, data: { status: "cancelled" } });
    return { how: "awaiting", execution: null };
  }
  // Read after the approval: an answer that had it locked has been committed by now.
  const execution = await tx.execution.findUnique({
    where: { toolCallId: id },
    select: { id: true, hostId: true },
  });
  if (execution === null) return null;
  const queued = await tx.execution.updateMany({
    where: { id: execution.id, state: "queued" },
    data: {
      state: "finished",
      outcome: "cancelled",
      outcomeDetail: "Cancelled before it was started; nothing ran.",
      finishedAt: ctx.now,
      cancelRequestedAt: ctx.now,
      cancelRequestedBy: ctx.member.id,
    },
  });
  if (queued.count === 1) {
    await tx.toolCall.updateMany({ where: { id }, data: { status: "cancelled" } });
    return { how: "queued", execution };
  }
  const running = await tx.execution.updateMany({
    where: { id: execution.id, state: "running", cancelRequestedAt: null },
    data: { cancelRequestedAt: ctx.now, cancelRequestedBy: ctx.member.id },
  });
  if (running.count === 1) return { how: "asked", execution };
  const already = await tx.execution.count({ where: { id: execution.id, state: "running" } });
  return already === 1 ? { how: "asked", execution } : null;
}
