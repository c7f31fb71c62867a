import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { Services } from "@gatehouse/services/context";
import { digestOf } from "@gatehouse/services/tool-call/digest";
import type { TestMember, TestOrg } from "../helpers/org.ts";
import { type Bench, type Figure, percentile, timeFigure } from "./figure.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** what the host runs at once, and so does the floor */
const concurrency = 4;
const batch = 80;
const rounds = 6;

/**
 * Short commands on one host, as many at once as it takes: the product with everything it decides and records, against
 * naive bubblewraps started in a loop at the same concurrency, and against empty jobs of the queue alone. Then the time of
 * one call where 1, 10 and 1,000 sessions are open and take turns.
 */
export const throughputBench: Bench = { name: "throughput", run };

async function run(): Promise<Figure[]> {
  const { startServices } = await import(path.join(root, "bin/lib/services.mjs"));
  const started = await startServices({ root, durable: true });
  Object.assign(process.env, started.environment, { LOG_LEVEL: "silent" });
  const { makeOrg } = await import("../helpers/org.ts");
  const { services, close } = await import("../helpers/web.ts");
  const { startWorker } = await import("../helpers/worker.ts");
  const worker = await startWorker({ concurrency });
  const empty = await emptyJobs();
  const org = await makeOrg({});
  const members = await Promise.all(Array.from({ length: concurrency * 2 }, () => org.join("member")));
  const ended = new Map<string, () => void>();
  const over = new Set<string>();
  services.listener.subscribe((change) => {
    if (change.kind !== "execution" || change.state !== "finished" || change.executionId === undefined)
      return;
    over.add(change.executionId);
    ended.get(change.executionId)?.();
  });
  const open = async (by: TestMember): Promise<string> =>
    (await by.api.session.create.mutate({ org: org.slug, mode: "auto" })).id;
  const call = async (by: TestMember, sessionId: string): Promise<void> => {
    const input = { argv: ["true"] };
    const requestKey = randomUUID();
    const { execution } = await by.api.toolCall.request.mutate({
      org: org.slug,
      sessionId,
      requestKey,
      input,
    });
    if (execution === undefined || execution === null) throw new Error("the call was not allowed");
    const { id } = execution;
    await new Promise<void>((resolve) => {
      ended.set(id, resolve);
      if (over.has(id)) resolve();
    });
    ended.delete(id);
    over.delete(id);
  };
  try {
    const own = await Promise.all(members.map(async (by) => ({ by, sessionId: await open(by) })));
    const product = (): Promise<number> =>
      rateOf(
        own.map(
          ({ by, sessionId }) =>
            () =>
              call(by, sessionId),
        ),
      );
    const naive = (): Promise<number> => rateOf(Array.from({ length: concurrency }, () => naiveBwrap));
    const queue = (): Promise<number> => empty.rate();
    for (const warm of [product, naive, queue]) await warm();
    const rates: { product: number[]; naive: number[]; queue: number[] } = {
      product: [],
      naive: [],
      queue: [],
    };
    for (let round = 0; round < rounds; round += 1) {
      rates.product.push(await product());
      rates.naive.push(await naive());
      rates.queue.push(await queue());
    }
    return [
      rateFigure("throughput.commands", 0.7, rates.product, rates.naive),
      rateFigure("throughput.commands_per_empty_job", 0.01, rates.product, rates.queue),
      ...(await bySessions({ by: org.admin, open, call })),
      ...(await fairness({ services, org, hostId: worker.hostId, open, call })),
    ];
  } finally {
    await empty.close();
    await worker.stop();
    await close();
    await started.stop();
  }
}

/** Each of the lines does one thing after the other until together they did a batch; things a second. */
async function rateOf(lines: readonly (() => Promise<void>)[]): Promise<number> {
  let left = batch;
  const begun = performance.now();
  await Promise.all(
    lines.map(async (once) => {
      while (left > 0) {
        left -= 1;
        await once();
      }
    }),
  );
  return (batch * 1_000) / (performance.now() - begun);
}

function naiveBwrap(): Promise<void> {
  const args = [
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--unshare-all",
    "--die-with-parent",
    "true",
  ];
  return new Promise((resolve, reject) => {
    const child = spawn("bwrap", args, { stdio: ["ignore", "pipe", "pipe"] });
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`bwrap ended with ${code}`))));
  });
}

async function emptyJobs(): Promise<{ rate(): Promise<number>; close(): Promise<void> }> {
  const connect = (): Redis => new Redis(process.env.REDIS_URL ?? "", { maxRetriesPerRequest: null });
  const connections = [connect(), connect()] as const;
  const queue = new Queue("bench-empty", { connection: connections[0] });
  const waiting = new Map<string, () => void>();
  const worker = new Worker("bench-empty", async (job) => waiting.get(job.id ?? "")?.(), {
    connection: connections[1],
    concurrency,
    removeOnComplete: { count: 0 },
  });
  await worker.waitUntilReady();
  const once = async (): Promise<void> => {
    const jobId = randomUUID();
    const done = new Promise<void>((resolve) => waiting.set(jobId, resolve));
    await queue.add("empty", {}, { jobId });
    await done;
    waiting.delete(jobId);
  };
  return {
    rate: () => rateOf(Array.from({ length: concurrency }, () => once)),
    async close() {
      await worker.close();
      await queue.close();
      for (const connection of connections) connection.disconnect();
    },
  };
}

function rateFigure(name: string, goal: number, rates: readonly number[], floors: readonly number[]): Figure {
  const value = percentile(rates, 0.5);
  const floor = percentile(floors, 0.5);
  const slowest = percentile(
    rates.map((rate) => -rate),
    0.99,
  );
  return {
    name,
    value,
    unit: "/s",
    floor,
    ratio: value / floor,
    goal,
    better: "higher",
    p50: value,
    p99: -slowest,
    runs: rates.length * batch,
  };
}

const turns = 60;

type Sessions = {
  by: TestMember;
  open: (by: TestMember) => Promise<string>;
  call: (by: TestMember, sessionId: string) => Promise<void>;
};

/** One call after the other, each in the next session: with more sessions than are armed ahead every start is a cold one. */
async function bySessions({ by, open, call }: Sessions): Promise<Figure[]> {
  const samples = new Map<number, number[]>([1, 10, 1_000].map((count) => [count, []]));
  const sessions = new Map<number, string[]>();
  for (const count of samples.keys()) {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) ids.push(await open(by));
    sessions.set(count, ids);
  }
  // the first call of a session makes its workspace; it is not what is measured
  for (const ids of sessions.values()) for (const id of ids.slice(0, turns)) await call(by, id);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [count, times] of samples) {
      const ids = sessions.get(count) ?? [];
      const begun = performance.now();
      await call(by, ids[turn % ids.length] ?? "");
      times.push(performance.now() - begun);
    }
  }
  const floor = samples.get(1) ?? [];
  return [...samples].map(([count, times]) =>
    timeFigure({ name: `throughput.latency_${count}_sessions`, unit: "ms", goal: 2, samples: times, floor }),
  );
}

type Fairness = {
  services: Services;
  org: TestOrg;
  hostId: string;
  open: (by: TestMember) => Promise<string>;
  call: (by: TestMember, sessionId: string) => Promise<void>;
};

const queued = 1_000;
const singles = 40;

/** One member's single command while another has a thousand queued, against the same while nobody else has any. */
async function fairness({ services, org, hostId, open, call }: Fairness): Promise<Figure[]> {
  const [heavy, light] = await Promise.all([org.join("member"), org.join("member")]);
  const [many, few] = await Promise.all([open(heavy), open(light)]);
  await call(heavy, many);
  await call(light, few);
  const single = async (): Promise<number> => {
    const begun = performance.now();
    await call(light, few);
    return performance.now() - begun;
  };
  const alone: number[] = [];
  const beside: number[] = [];
  for (let turn = 0; turn < singles; turn += 1) alone.push(await single());
  const left = (): Promise<number> =>
    services.db.execution.count({ where: { sessionId: many, state: "queued" } });
  while (beside.length < singles) {
    if ((await left()) < queued) await queueCalls(services, { org, by: heavy, sessionId: many, hostId });
    beside.push(await single());
  }
  await services.db.execution.deleteMany({ where: { sessionId: many, state: "queued" } });
  return [
    timeFigure({ name: "fairness.single_p95", unit: "ms", goal: 6, samples: beside, floor: alone, at: 0.95 }),
    timeFigure({ name: "fairness.single_p50", unit: "ms", goal: 6, samples: beside, floor: alone }),
  ];
}

/** Rows as the web tier writes them, without asking for each; of an hour ago, so that they are not this minute's calls. */
async function queueCalls(
  services: Services,
  of: { org: TestOrg; by: TestMember; sessionId: string; hostId: string },
): Promise<void> {
  const input = { argv: ["true"] };
  const inputDigest = digestOf({ tool: "run_command", input });
  const text = JSON.stringify(input);
  const key = randomUUID();
  await services.db.$executeRaw`
    INSERT INTO tool_call (id, org_id, session_id, actor_kind, member_id, request_key, tool, input, input_digest, program, status, requested_at)
    SELECT gen_random_uuid(), ${of.org.id}::uuid, ${of.sessionId}::uuid, 'person', ${of.by.memberId}::uuid, ${key} || n, 'run_command',
      ${text}, ${inputDigest}, 'true', 'approved', now() - interval '1 hour' FROM generate_series(1, ${queued}::int) n`;
  await services.db.$executeRaw`
    INSERT INTO execution (id, org_id, tool_call_id, session_id, host_id)
    SELECT gen_random_uuid(), org_id, id, session_id, ${of.hostId}::uuid FROM tool_call
    WHERE session_id = ${of.sessionId}::uuid AND request_key LIKE ${`${key}%`}`;
}
