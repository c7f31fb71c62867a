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
    select: { id: true, sessionId: true, execution: { select: { id: true, hostId: true } } },
  });
  if (call === null) throw notFound("tool call");
  const about = { sessionId: call.sessionId, toolCallId: id };
  const how = await withTransaction(ctx.db, async (tx) => {
    const done = await cancelIn(ctx, tx, { id, executionId: call.execution?.id ?? null });
    if (done === null) return null;
    await appendAudit(tx, auditActor(ctx), [
      {
        type: done === "asked" ? "execution.cancel_requested" : "tool_call.cancelled",
        ...about,
        ...(call.execution === null ? {} : { executionId: call.execution.id }),
        payload: { before: done, ...originOf(ctx) },
      },
    ]);
    return done;
  });
  if (how === null) throw new AppError("conflict", "This call is already over.");
  if (how === "queued" && call.execution !== null) {
    await ctx.queues
      .removeExecution(call.execution.hostId, call.execution.id)
      .catch((error: unknown) =>
        ctx.log.warn({ error: String(error) }, "the job of a cancelled call stays; its claim will fail"),
      );
  }
}

async function cancelIn(
  ctx: Ctx,
  tx: Tx,
  call: { id: string; executionId: string | null },
): Promise<"awaiting" | "queued" | "asked" | null> {
  const approval = await tx.approval.updateMany({
    where: { toolCallId: call.id, status: "pending" },
    data: { status: "cancelled", answeredAt: ctx.now, answeredBy: ctx.member.id },
  });
  if (approval.count === 1) {
    await tx.toolCall.updateMany({ where: { id: call.id }, data: { status: "cancelled" } });
    return "awaiting";
  }
  if (call.executionId === null) return null;
  const queued = await tx.execution.updateMany({
    where: { id: call.executionId, state: "queued" },
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
    await tx.toolCall.updateMany({ where: { id: call.id }, data: { status: "cancelled" } });
    return "queued";
  }
  const running = await tx.execution.updateMany({
    where: { id: call.executionId, state: "running", cancelRequestedAt: null },
    data: { cancelRequestedAt: ctx.now, cancelRequestedBy: ctx.member.id },
  });
  if (running.count === 1) return "asked";
  const already = await tx.execution.count({ where: { id: call.executionId, state: "running" } });
  return already === 1 ? "asked" : null;
}
