import type { Channel } from "@gatehouse/core/notification/channels";
import { mayRepeat, nextAttemptMs } from "@gatehouse/core/notification/delivery";
import type { Db } from "../db.ts";
import { databaseNow } from "../database-clock.ts";

/** A message that this process sends now; nobody else does until its lease is over. */
export type ClaimedNotice = {
  id: string;
  orgId: string;
  memberId: string | null;
  channel: Channel;
  target: string;
  kind: string;
  subject: string;
  topic: string;
  sessionId: string | null;
  data: Record<string, unknown>;
  attempts: number;
  createdAt: Date;
};

/** Longer than the longest send: a lease that is over means that whoever sent died. */
const leaseSeconds = 120;

/** Null where it is not due, or another process has it. */
export async function claimNotice(db: Db, id: string): Promise<ClaimedNotice | null> {
  const rows = await db.$queryRaw<ClaimedNotice[]>`
    UPDATE notification_delivery SET status = 'sending', attempts = attempts + 1,
      lease_until = now() + ${leaseSeconds} * interval '1 second'
    WHERE id = ${id}::uuid AND status = 'queued' AND due_at <= now()
    RETURNING id::text, org_id::text AS "orgId", member_id::text AS "memberId", channel, target::text, kind, subject::text,
      topic, session_id::text AS "sessionId", data, attempts, created_at AS "createdAt"`;
  return rows[0] ?? null;
}

/** Ids of what is due on these ways, the oldest first. */
export async function dueNotices(db: Db, channels: readonly Channel[], most: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM notification_delivery
    WHERE status = 'queued' AND due_at <= now() AND channel = ANY(${[...channels]}::text[]) ORDER BY due_at LIMIT ${most}`;
  return rows.map(({ id }) => id);
}

/** What nobody could send for so long is no news any more. */
const staleHours = 6;

/** What waited in vain: no worker reached its way out, or none knew a mail server. */
export async function dropStale(db: Db, now: Date): Promise<void> {
  await db.notificationDelivery.updateMany({
    where: { status: "queued", dueAt: { lt: new Date(now.getTime() - staleHours * 3_600_000) } },
    data: { status: "dropped", detail: `Nothing sent it for ${staleHours} hours.`, endedAt: now },
  });
}

/** What somebody began to send and never finished: given up for a person, who may have got it; sent again to a webhook. */
export async function settleAbandoned(db: Db): Promise<void> {
  const abandoned = await db.$queryRaw<{ id: string; channel: Channel; attempts: number }[]>`
    SELECT id::text, channel, attempts FROM notification_delivery WHERE status = 'sending' AND lease_until < now() LIMIT 100`;
  if (abandoned.length === 0) return;
  const now = await databaseNow(db);
  for (const { id, channel, attempts } of abandoned) {
    const again = mayRepeat(channel) ? nextAttemptMs(channel, attempts) : null;
    const left = { id, status: "sending", attempts };
    if (again === null) {
      const detail = "Whoever sent it ended meanwhile; it may have arrived and is not sent again.";
      const data = { status: "failed", detail, leaseUntil: null, endedAt: now };
      await db.notificationDelivery.updateMany({ where: left, data });
    } else {
      const dueAt = new Date(now.getTime() + again);
      await db.notificationDelivery.updateMany({
        where: left,
        data: { status: "queued", leaseUntil: null, dueAt },
      });
    }
  }
}
