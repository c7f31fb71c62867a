import { AppError } from "@gatehouse/core/errors";
import type { Db } from "../db.ts";

export type Limit = { key: string; max: number; windowMs: number };

/**
 * Counts one attempt and says how many are left. The count lives in Postgres, so it holds over all processes, and a
 * database that does not answer lets nobody try.
 */
export async function hit(db: Db, limit: Limit, now: Date): Promise<number> {
  const nowMs = BigInt(now.getTime());
  const windowStart = nowMs - BigInt(limit.windowMs);
  const rows = await db.$queryRaw<{ count: number }[]>`
    INSERT INTO rate_limit (id, key, count, last_request) VALUES (${limit.key}, ${limit.key}, 1, ${nowMs})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN rate_limit.last_request < ${windowStart} THEN 1 ELSE rate_limit.count + 1 END,
      last_request = CASE WHEN rate_limit.last_request < ${windowStart} THEN ${nowMs} ELSE rate_limit.last_request END
    RETURNING count`;
  const left = limit.max - (rows[0]?.count ?? limit.max + 1);
  if (left < 0) throw new AppError("rate_limited", "Too many attempts. Wait a few minutes and try again.");
  return left;
}

/** A success forgets the failures before it. */
export async function forgive(db: Db, key: string): Promise<void> {
  await db.$executeRaw`DELETE FROM rate_limit WHERE key = ${key}`;
}
