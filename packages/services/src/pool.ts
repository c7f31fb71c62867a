import pg from "pg";

/**
 * The way of one call through the ledger is a handful of prepared statements, each a whole step with its audit events and
 * its commit: a fraction of what the same steps cost as many queries. Everything else goes through the Prisma client.
 */
export type Pool = pg.Pool;

/** `timeoutMs`: shorter than the pool's own. */
export type Statement = { name: string; text: string; timeoutMs?: number };

/** A database that takes a statement and never answers is as good as away; the connection is then given up. */
export const queryMs = 15_000;

export function createPool(url: string, size = 8): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryMs,
    keepAlive: true,
  });
  // A broken idle connection is replaced with the next query, which tells its own error.
  pool.on("error", () => undefined);
  return pool;
}

/** Prepared once a connection under its name; int8 arrives as text, timestamptz as Date, bytea as Buffer. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  pool: Pool,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { name, text, timeoutMs } = statement;
  const query = {
    name,
    text,
    values: [...values],
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
  };
  return (await pool.query<Row>(query)).rows;
}

export async function rowOf<Row extends pg.QueryResultRow>(
  pool: Pool,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row | null> {
  return (await rowsOf<Row>(pool, statement, values))[0] ?? null;
}

export function isUniqueViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === constraint;
}

/** Errors of the way to Postgres, or of Postgres going down; the statement was not done or its end is not known. */
export function isPoolFault(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P)/.test(error.code ?? "");
  if (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout/.test(error.message)
  ) {
    return true;
  }
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  return ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"].includes(code);
}

/** as long as a lease: when that is over, nobody would take the write any more */
const patienceMs = 8_000;
const pauseMs = 100;

/**
 * A write that says itself whether it is already done, tried again while the database is away for a moment. `again` is
 * true when an earlier try ended without an answer: it may have been committed all the same.
 */
export async function throughFault(write: (again: boolean) => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + patienceMs;
  for (let again = false; ; again = true) {
    try {
      return await write(again);
    } catch (error) {
      if (!isPoolFault(error) || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
