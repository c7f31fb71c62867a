import type { Db, Tx } from "./db.ts";

type Measured = { databaseMs: number; at: number };

const measured = new WeakMap<object, Measured>();
const measuring = new WeakMap<object, Promise<Measured>>();
/** The two clocks are held against one another again after this, and after the longer one before anything goes on. */
const freshMs = 10_000;
const staleMs = 60_000;

/**
 * The time by the clock of Postgres, the only one that decides: when approvals, grants, tokens and proofs end, and whose
 * turn it is. Between two looks at it this process counts on with a clock that nobody can set, so that its own wall clock
 * may stand wrong. Never ahead of the database; behind it by the way of one answer.
 */
export async function databaseNow(db: Db | Tx): Promise<Date> {
  const known = measured.get(db);
  const age = known === undefined ? Infinity : performance.now() - known.at;
  if (known === undefined || age > staleMs) return timeOf(await measure(db));
  // Its failure is that of the next look, which is waited for.
  if (age > freshMs) measure(db).catch(() => undefined);
  return timeOf(known);
}

function timeOf({ databaseMs, at }: Measured): Date {
  return new Date(databaseMs + (performance.now() - at));
}

function measure(db: Db | Tx): Promise<Measured> {
  const running = measuring.get(db);
  if (running !== undefined) return running;
  const asked = ask(db).finally(() => measuring.delete(db));
  measuring.set(db, asked);
  return asked;
}

async function ask(db: Db | Tx): Promise<Measured> {
  const rows = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  const now = rows[0]?.now;
  if (now === undefined) throw new Error("the database told no time");
  const found = { databaseMs: now.getTime(), at: performance.now() };
  measured.set(db, found);
  return found;
}
