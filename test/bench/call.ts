import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { outputChannel } from "@gatehouse/core/contracts/output";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import type { Ctx } from "@gatehouse/services/context";
import { readOutput } from "@gatehouse/services/output/read";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { type Bench, type Figure, interleave, timeFigure } from "./figure.ts";

const root = path.resolve(import.meta.dirname, "../..");
const rounds = 200;
const warmUp = 15;

/**
 * One call through the product: procedure, decision, record, queue, a worker of its own process, sandbox, output, outcome.
 * As it ships, where every program that runs inside is recorded, and without that record. Measured from sending the request to its first output byte being readable, and to its outcome being committed.
 */
export const callBench: Bench = { name: "call", run };

async function run(): Promise<Figure[]> {
  const { startServices } = await import(path.join(root, "bin/lib/services.mjs"));
  const started = await startServices({ root, durable: true });
  Object.assign(process.env, started.environment, { LOG_LEVEL: "silent" });
  const { makeOrg } = await import("../helpers/org.ts");
  const { services, close } = await import("../helpers/web.ts");
  const { startWorker } = await import("../helpers/worker.ts");
  const worker = await startWorker();
  const floor = await startFloor();
  const subject = async (
    document: PolicyInput,
  ): Promise<{ call: () => Promise<number>; outcomes: number[] }> => {
    const org = await makeOrg(document);
    const { id: sessionId } = await org.admin.api.session.create.mutate({ org: org.slug, mode: "auto" });
    const outcomes: number[] = [];
    const call = async (): Promise<number> => {
      const { firstByte, outcome } = await oneCall({ ...services, org: org.admin.ctx().org }, (requestKey) =>
        org.admin.api.toolCall.request.mutate({
          org: org.slug,
          sessionId,
          requestKey,
          input: { argv: ["echo", "hi"] },
        }),
      );
      outcomes.push(outcome);
      return firstByte;
    };
    return { call, outcomes };
  };
  try {
    const subjects = { recorded: await subject({}), unrecorded: await subject({ record_programs: false }) };
    for (let round = 0; round < warmUp; round += 1) {
      for (const one of Object.values(subjects)) await one.call();
      await floor.once();
    }
    for (const one of Object.values(subjects)) one.outcomes.length = 0;
    const samples = await interleave(rounds, {
      recorded: subjects.recorded.call,
      unrecorded: subjects.unrecorded.call,
      floor: floor.once,
    });
    const figure = (name: string, times: readonly number[]): Figure[] => [
      timeFigure({ name, unit: "ms", goal: 0.5, samples: times, floor: samples.floor }),
      timeFigure({
        name: `${name}_p99`,
        unit: "ms",
        goal: 1,
        samples: times,
        floor: samples.floor,
        at: 0.99,
      }),
    ];
    return [
      ...figure("call.first_byte", samples.recorded),
      ...figure("call.outcome", subjects.recorded.outcomes),
      ...figure("call.first_byte_unrecorded", samples.unrecorded),
      ...figure("call.outcome_unrecorded", subjects.unrecorded.outcomes),
    ];
  } finally {
    await floor.close();
    await worker.stop();
    await close();
    await started.stop();
  }
}

type Wired = Pick<Ctx, "pool" | "org" | "listener" | "subscriber">;
type Requested = { id: string; execution?: { id: string } };

async function oneCall(
  services: Wired,
  send: (requestKey: string) => Promise<Requested>,
): Promise<{ firstByte: number; outcome: number }> {
  const begun = performance.now();
  let executionId: string | undefined;
  const seen = new Map<string, number>();
  const note = (what: string): void => {
    if (!seen.has(what)) seen.set(what, performance.now());
  };
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const ended = new Set<string>();
  const stopListening = services.listener.subscribe((change) => {
    if (change.kind !== "execution" || change.state !== "finished" || change.executionId === undefined)
      return;
    note(`end ${change.executionId}`);
    ended.add(change.executionId);
    if (change.executionId === executionId) finish();
  });
  const call = await send(randomUUID());
  executionId = call.execution?.id;
  if (executionId === undefined) throw new Error("the call was not allowed");
  const id = executionId;
  const readable = async (): Promise<void> => {
    const { frames } = await readOutput(services, { executionId: id, from: 0 });
    if (frames.length > 0) note("byte");
  };
  const checks: Promise<void>[] = [];
  const leave = services.subscriber.subscribe(outputChannel(id), () => checks.push(readable()));
  checks.push(readable());
  if (ended.has(id)) finish();
  await finished;
  await Promise.all(checks);
  if (!seen.has("byte")) await readable();
  leave();
  stopListening();
  return {
    firstByte: (seen.get("byte") ?? Number.NaN) - begun,
    outcome: (seen.get(`end ${id}`) ?? Number.NaN) - begun,
  };
}

async function startFloor(): Promise<{ once: () => Promise<void>; close: () => Promise<void> }> {
  const redisUrl = process.env.REDIS_URL ?? "";
  const child: ChildProcess = fork(
    path.join(import.meta.dirname, "floor-worker.ts"),
    [redisUrl, process.env.MIGRATE_DATABASE_URL ?? ""],
    { execArgv: ["--import", "tsx"] },
  );
  const waiting = new Map<string, () => void>();
  const message = (id: string): Promise<void> => new Promise((resolve) => waiting.set(id, resolve));
  child.on("message", (id) => waiting.get(String(id))?.());
  await message("ready");
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue("floor", { connection });
  return {
    async once() {
      const jobId = randomUUID();
      const done = message(jobId);
      await queue.add("floor", {}, { jobId, removeOnComplete: true });
      await done;
      waiting.delete(jobId);
    },
    async close() {
      child.kill("SIGKILL");
      await queue.close();
      connection.disconnect();
    },
  };
}
