import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDb, type Db, isDatabaseFault } from "@gatehouse/services/db";
import { createPool, isPoolFault, type Pool, rowsOf } from "@gatehouse/services/pool";

/** Every way in which a statement can find the database gone is known as a fault, and a mistake in one is not. */
const real = new URL(process.env.DATABASE_URL ?? "");
const sockets = new Set<Socket>();
let way: Server;
let db: Db;
let pool: Pool;

beforeAll(async () => {
  way = createServer((near) => {
    const far = connect(Number(real.port), real.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => way.listen(0, "127.0.0.1", resolve));
  const address = way.address();
  const url = new URL(real);
  url.host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  db = createDb(url.href);
  pool = createPool(url.href);
});
afterAll(async () => {
  await db.$disconnect();
  await pool.end();
  way.close();
});

const cutSoon = (): void => {
  setTimeout(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }, 300);
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("a database that is not there", () => {
  const absent = "postgresql://nobody:nothing@127.0.0.1:1/none";
  it("is a fault for each kind of query", async () => {
    const away = createDb(absent);
    for (const work of [
      () => away.$queryRaw`SELECT 1`,
      () => away.$executeRaw`SELECT 1`,
      () => away.org.count(),
      () => away.$transaction(async (tx) => tx.org.count()),
      () => away.$transaction([away.org.count()]),
    ])
      expect(isDatabaseFault(await errorOf(work()))).toBe(true);
    const nowhere = createPool(absent);
    expect(isPoolFault(await errorOf(rowsOf(nowhere, { name: "one", text: "SELECT 1" }, [])))).toBe(true);
  });
});

describe("a database that goes away in the middle", () => {
  it("is a fault for a query, a transaction and a statement, and the next one works again", async () => {
    const ways: (() => Promise<unknown>)[] = [
      () => db.$queryRaw`SELECT 1 AS one FROM pg_sleep(3)`,
      () =>
        db.$transaction(async (tx) => {
          await tx.org.count();
          await pause(600);
          await tx.org.count();
        }),
      () =>
        db.$transaction(async (tx) => {
          await tx.org.count();
          await pause(600);
          await tx.$queryRaw`SELECT 1 AS one`;
        }),
      () => rowsOf(pool, { name: "slow", text: "SELECT pg_sleep(3)" }, []),
    ];
    for (const work of ways) {
      cutSoon();
      const error = await errorOf(work());
      expect(`${String(error)} ${isDatabaseFault(error) || isPoolFault(error)}`).toMatch(/ true$/);
      await errorOf(db.org.count());
      expect(await errorOf(db.org.count())).toBeNull();
    }
    const ended = await errorOf(db.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`);
    expect(isDatabaseFault(ended)).toBe(true);
  });
});

it("a mistake in a query is no fault of the way to it", async () => {
  for (const work of [
    () => db.$queryRaw`SELECT nothing FROM nowhere`,
    () => db.$queryRaw`SELECT 1 / 0`,
    () => db.org.findUniqueOrThrow({ where: { slug: "no such org" } }),
  ])
    expect(isDatabaseFault(await errorOf(work()))).toBe(false);
});
