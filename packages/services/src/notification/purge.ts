import type { Db } from "../db.ts";

const keptMs = 30 * 24 * 3_600_000;

/** What became of messages is kept for a month; who was told of a question stands in the audit chain for good. */
export async function purgeNotices(db: Db, now: Date): Promise<void> {
  await db.notificationDelivery.deleteMany({ where: { endedAt: { lt: new Date(now.getTime() - keptMs) } } });
}
