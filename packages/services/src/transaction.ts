import type { Db, Tx } from "./db.ts";

/** One transaction of the ledger: the change and its audit events commit together or not at all. */
export async function withTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction(work, { maxWait: 5_000, timeout: 15_000 });
}
