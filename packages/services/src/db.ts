import { PrismaPg } from "@prisma/adapter-pg";
import { Prisma, PrismaClient } from "./generated/client.ts";
import { queryMs } from "./pool.ts";

export type Db = PrismaClient;
/** The client inside one transaction; a verb that takes it leaves begin and commit to its caller. */
export type Tx = Prisma.TransactionClient;

export const sql = Prisma.sql;
export const joinSql = Prisma.join;
export const emptySql = Prisma.empty;
export type Sql = Prisma.Sql;

export function createDb(url: string, poolSize = 10): Db {
  const adapter = new PrismaPg({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryMs,
    keepAlive: true,
  });
  return new PrismaClient({ adapter, log: [] });
}

const faultCodes = ["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"];

function saysFault({ message }: Error): boolean {
  return /Query read timeout|ECONNREFUSED|ECONNRESET|terminating connection|Connection terminated|connection error and is not queryable/.test(
    message,
  );
}

/** Errors of Postgres or the way to it, which are nobody's input and go away by themselves. */
export function isDatabaseFault(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientRustPanicError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (faultCodes.includes(error.code)) return true;
    // What Postgres says itself stands in the text, under a code that many other errors have as well.
    return /Can't reach database server|Code: `(08|53|57P)/.test(error.message) || saysFault(error);
  }
  return error instanceof Error && saysFault(error);
}

/** Postgres holds no NUL in text: an input that carries one into a query means nothing that could be found or kept. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && /invalid byte sequence for encoding|\b22021\b/.test(error.message);
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
