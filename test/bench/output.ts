import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Pool } from "@gatehouse/services/pool";
import pg from "pg";
import type { Bench, Figure } from "./figure.ts";

const root = path.resolve(import.meta.dirname, "../..");
const mebibyte = 1024 ** 2;
const wholeBytes = 1024 * mebibyte;
const floorBytes = 128 * mebibyte;
const line = "2026-11-30T12:00:00.000Z INFO a line of output of some sixty letters";

/**
 * One command that prints 1 GiB, while one reader follows it from the first byte: how fast it is kept, and what the worker and
 * the side that reads grow by. The floor writes the same pieces from one Node process with nothing else to do.
 */
export const outputBench: Bench = { name: "output", run };

async function run(): Promise<Figure[]> {
  const { startServices } = await import(path.join(root, "bin/lib/services.mjs"));
  const started = await startServices({ root, durable: true });
  Object.assign(process.env, started.environment, { LOG_LEVEL: "silent" });
  const { makeOrg } = await import("../helpers/org.ts");
  const { services, close } = await import("../helpers/web.ts");
  const { startWorker } = await import("../helpers/worker.ts");
  const worker = await startWorker();
  try {
    const org = await makeOrg({ limits: { output_mib: 2048 } });
    const { api } = org.admin;
    const { id: sessionId } = await api.session.create.mutate({ org: org.slug, mode: "auto" });
    const print = async (bytes: number): Promise<{ executionId: string }> => {
      const call = await api.toolCall.request.mutate({
        org: org.slug,
        sessionId,
        requestKey: randomUUID(),
        input: { argv: ["bash", "-c", `yes '${line}' | head -c ${bytes}`] },
      });
      return { executionId: call.execution?.id ?? "" };
    };
    const warm = await print(16 * mebibyte);
    await readAll(services, org.id, warm.executionId);
    const before = { worker: rssOf(worker.process.pid), reader: process.memoryUsage.rss() };
    const peak = watchPeaks(worker.process.pid);
    const floorBefore = await plainInserts();
    const begun = performance.now();
    const { executionId } = await print(wholeBytes);
    const digest = await readAll(services, org.id, executionId);
    const seconds = (performance.now() - begun) / 1000;
    const most = peak.end();
    const row = await services.db.execution.findUniqueOrThrow({ where: { id: executionId } });
    if (row.outcome !== "exited" || row.outputDigest !== digest || Number(row.outputBytes) !== wholeBytes)
      throw new Error(`what was read is not what was printed: ${row.outcome}, ${row.outputBytes} bytes`);
    const floor = (floorBefore + (await plainInserts())) / 2;
    return [
      rate("output.mib_per_second", wholeBytes / mebibyte / seconds, floor),
      growth("output.worker_growth", most.worker - before.worker),
      growth("output.reader_growth", most.reader - before.reader),
    ];
  } finally {
    await worker.stop();
    await close();
    await started.stop();
  }
}

/** Reads as a viewer does, from the first byte to the end; gives the digest of all of it. */
async function readAll(services: { pool: Pool }, orgId: string, executionId: string): Promise<string> {
  const { readPieces } = await import("@gatehouse/services/output/read");
  const ctx = { pool: services.pool, org: { id: orgId, slug: "", name: "" } } as Parameters<
    typeof readPieces
  >[0];
  const hash = createHash("sha256");
  for (let from = 0; ; ) {
    const part = await readPieces(ctx, { executionId, from, limit: mebibyte });
    for (const piece of part.pieces) hash.update(piece.bytes);
    from = part.nextOffset;
    if (part.finished && from >= part.outputBytes) return hash.digest("hex");
    if (part.pieces.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Into a table like the product's own, which a crash of the database leaves whole as well. */
async function plainInserts(): Promise<number> {
  const piece = Buffer.from(`${line}\n`.repeat(1000)).subarray(0, 65_536);
  const id = randomUUID();
  const client = new pg.Client({ connectionString: process.env.MIGRATE_DATABASE_URL ?? "" });
  await client.connect();
  try {
    await client.query(
      "CREATE TABLE IF NOT EXISTS bench_chunk (id uuid, at bigint, bytes bytea, PRIMARY KEY (id, at))",
    );
    await client.query("ALTER TABLE bench_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL");
    const begun = performance.now();
    for (let at = 0; at < floorBytes; at += piece.length)
      await client.query("INSERT INTO bench_chunk VALUES ($1, $2, $3)", [id, at, piece]);
    return floorBytes / mebibyte / ((performance.now() - begun) / 1000);
  } finally {
    await client.query("DROP TABLE IF EXISTS bench_chunk");
    await client.end();
  }
}

function rssOf(pid: number | undefined): number {
  const found = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(found ?? 0) * 1024;
}

function watchPeaks(pid: number | undefined) {
  const most = { worker: 0, reader: 0 };
  const timer = setInterval(() => {
    most.worker = Math.max(most.worker, rssOf(pid));
    most.reader = Math.max(most.reader, process.memoryUsage.rss());
  }, 200);
  return {
    end() {
      clearInterval(timer);
      return most;
    },
  };
}

function rate(name: string, value: number, floor: number): Figure {
  const same = { value, floor, ratio: value / floor, p50: value, p99: value, runs: 1 };
  return { name, unit: "MiB/s", goal: 0.5, better: "higher", ...same };
}

/** Against the size of what was printed. */
function growth(name: string, bytes: number): Figure {
  const value = bytes / mebibyte;
  const floor = wholeBytes / mebibyte;
  return {
    name,
    unit: "MiB",
    value,
    floor,
    ratio: value / floor,
    goal: 0.2,
    better: "lower",
    p50: value,
    p99: value,
    runs: 1,
  };
}
