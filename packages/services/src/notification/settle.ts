import { nextAttemptMs } from "@gatehouse/core/notification/delivery";
import type { Services } from "../context.ts";
import { storable } from "../storable.ts";
import type { ClaimedNotice } from "./claim.ts";
import { enqueueNotice } from "./enqueue.ts";
import { databaseNow } from "../database-clock.ts";

/** What came of one attempt. `refused`: the other side will never take it; `failed`: perhaps later. */
export type Sent =
  | { result: "sent" }
  | { result: "dropped"; why: string }
  | { result: "refused"; why: string }
  | { result: "failed"; why: string; retryAfterMs?: number | undefined };

const longestDetail = 300;
const longestWaitMs = 3_600_000;

/** Writes the end of an attempt, only for whoever claimed it, and asks for the next one where there is one. */
export async function settleNotice(
  ctx: Pick<Services, "db" | "queues" | "log">,
  notice: ClaimedNotice,
  sent: Sent,
): Promise<void> {
  const claimed = { id: notice.id, status: "sending", attempts: notice.attempts };
  const now = await databaseNow(ctx.db);
  const detail = sent.result === "sent" ? null : storable(sent.why).slice(0, longestDetail);
  const wait = sent.result === "failed" ? nextAttemptMs(notice.channel, notice.attempts) : null;
  if (sent.result === "failed" && wait !== null) {
    const asked = Math.min(sent.retryAfterMs ?? 0, longestWaitMs);
    const dueAt = new Date(now.getTime() + Math.max(wait, asked));
    const { count } = await ctx.db.notificationDelivery.updateMany({
      where: claimed,
      data: { status: "queued", leaseUntil: null, dueAt, detail },
    });
    if (count === 1) await enqueueNotice(ctx, { id: notice.id, channel: notice.channel, dueAt });
    return;
  }
  const status = sent.result === "sent" || sent.result === "dropped" ? sent.result : "failed";
  await ctx.db.notificationDelivery.updateMany({
    where: claimed,
    data: { status, leaseUntil: null, endedAt: now, detail },
  });
}
