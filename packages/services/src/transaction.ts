import type { Db, Tx } from "./db.ts";

const attempts = 4;

/**
 * One transaction of the ledger: the change and its audit events commit together or not at all. One that Postgres
 * ended because it stood against another is begun again, so `work` has no effect but through `tx`.
 */
export async function withTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.$transaction(work, { maxWait: 5_000, timeout: 15_000 });
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error;
    }
  }
}

/** Deadlocks and serialization failures, as the client, its adapter and raw statements tell of them. */
function isConflict(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    if ("code" in cause && (cause.code === "P2034" || cause.code === "40P01" || cause.code === "40001"))
      return true;
    if (/deadlock detected|\b(?:40P01|40001)\b|TransactionWriteConflict/.test(cause.message)) return true;
  }
  return false;
}
