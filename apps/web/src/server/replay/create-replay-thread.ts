import { Worker } from "node:worker_threads";
import { AppError } from "@gatehouse/core/errors";
import type { HitsAnswer, PreviewAnswer } from "@gatehouse/services/policy/replay-port";
import { replayFile } from "./replay-file.ts";
import type { Part, ReplayReply, ReplaySettings, ReplayWork } from "./replay-message.ts";

const deadlineMs = 20_000;
const memoryMb = 768;

type Waiting = { resolve: (value: PreviewAnswer | HitsAnswer) => void; reject: (cause: Error) => void };

export type ReplayThread = {
  ask(work: ReplayWork): Promise<PreviewAnswer | HitsAnswer>;
  close(): Promise<void>;
};

/**
 * One thread for a part of the calls, made when it is first asked; a question it cannot answer in time ends it, and the
 * next makes another.
 */
export function createReplayThread(settings: ReplaySettings, part: Part): ReplayThread {
  let thread: Promise<Worker> | null = null;
  let asked = 0;
  const waiting = new Map<number, Waiting>();

  const end = (why: string): void => {
    void thread?.then((worker) => worker.terminate());
    thread = null;
    for (const { reject } of waiting.values()) reject(unavailable(why));
    waiting.clear();
  };
  const start = async (): Promise<Worker> => {
    const worker = new Worker(await replayFile(settings.wasmDirectory), {
      workerData: { ...settings, part },
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    worker.unref();
    worker.on("message", (reply: ReplayReply) => {
      const of = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.ok) of?.resolve(reply.value);
      else of?.reject(unavailable(reply.problem));
    });
    worker.on("error", (cause: Error) => end(cause.message));
    return worker;
  };
  const ask = async (work: ReplayWork): Promise<PreviewAnswer | HitsAnswer> => {
    thread ??= start();
    const worker = await thread.catch((cause: unknown) => {
      thread = null;
      throw unavailable(String(cause));
    });
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end("it took too long"), deadlineMs);
      const settled =
        <Value>(then: (value: Value) => void) =>
        (value: Value): void => {
          clearTimeout(timer);
          then(value);
        };
      waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      worker.postMessage({ ...work, id });
    });
  };
  return {
    ask,
    async close() {
      await (await thread)?.terminate();
      thread = null;
    },
  };
}

function unavailable(why: string): AppError {
  return new AppError("unavailable", "The past calls cannot be judged now. Try again in a moment.", {
    cause: new Error(why),
  });
}
