import type { Actor } from "@gatehouse/core/actor";
import { appendAudit } from "../audit/append.ts";
import type { Services } from "../context.ts";
import { databaseNow } from "../database-clock.ts";
import type { Tx } from "../db.ts";
import { withTransaction } from "../transaction.ts";

/** Who cancels: a person, or the product for the member whose turn ended. */
export type Canceller = {
  orgId: string;
  actor: Actor;
  memberId: string;
  origin: { readonly [key: string]: string | null };
};
type Cancelling = Pick<Services, "db" | "queues" | "log">;

/** False: the call was over already. */
export async function cancelCall(
  ctx: Cancelling,
  call: { id: string; sessionId: string },
  by: Canceller,
): Promise<boolean> {
  // An answer or a hold that was under way may just have changed where the call stands; a second look finds it there.
  const done = (await tryCancel(ctx, call, by)) ?? (await tryCancel(ctx, call, by));
  if (done === null) return false;
  const { how, execution } = done;
  if (how !== "queued" || execution === null) return true;
  await ctx.queues
    .removeExecution(execution.hostId, execution.id)
    .catch((error: unknown) =>
      ctx.log.warn({ error: String(error) }, "the job of a cancelled call stays; its claim will fail"),
    );
  return true;
}

type Cancelled = { how: "awaiting" | "queued" | "asked"; execution: { id: string; hostId: string } | null };

async function tryCancel(
  ctx: Cancelling,
  call: { id: string; sessionId: string },
  by: Canceller,
): Promise<Cancelled | null> {
  const now = await databaseNow(ctx.db);
  return withTransaction(ctx.db, async (tx) => {
    const done = await cancelIn(tx, call.id, { memberId: by.memberId, now });
    if (done === null) return null;
    const { how, execution } = done;
    await appendAudit(tx, { orgId: by.orgId, actor: by.actor }, [
      {
        type: how === "asked" ? "execution.cancel_requested" : "tool_call.cancelled",
        sessionId: call.sessionId,
        toolCallId: call.id,
        ...(execution === null ? {} : { executionId: execution.id }),
        payload: { before: how, ...by.origin },
      },
    ]);
    return done;
  });
}

async function cancelIn(tx: Tx, id: string, by: { memberId: string; now: Date }): Promise<Cancelled | null> {
  const approval = await tx.approval.updateMany({
    where: { toolCallId: id, status: "pending" },
    data: { status: "cancelled", answeredAt: by.now, answeredBy: by.memberId },
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
      finishedAt: by.now,
      cancelRequestedAt: by.now,
      cancelRequestedBy: by.memberId,
    },
  });
  if (queued.count === 1) {
    await tx.toolCall.updateMany({ where: { id }, data: { status: "cancelled" } });
    return { how: "queued", execution };
  }
  const running = await tx.execution.updateMany({
    where: { id: execution.id, state: "running", cancelRequestedAt: null },
    data: { cancelRequestedAt: by.now, cancelRequestedBy: by.memberId },
  });
  if (running.count === 1) return { how: "asked", execution };
  const already = await tx.execution.count({ where: { id: execution.id, state: "running" } });
  return already === 1 ? { how: "asked", execution } : null;
}
