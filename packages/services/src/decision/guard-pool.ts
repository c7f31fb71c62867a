import { Worker } from "node:worker_threads";
import type { GuardAnswer, GuardJob, GuardThreadData } from "./guard-job.ts";
import type { ThreadSource } from "./thread-source.ts";

/** Threads at the same time; more calls wait their turn, since each of them keeps a processor busy. */
const mostThreads = 2;
const memoryMb = 512;

export type GuardPool = {
  /** null: the thread was ended at the deadline, or ended by itself */
  ask<Value>(job: GuardJob, read: (answer: GuardAnswer) => Value | null): Promise<Value | null>;
  close(): Promise<void>;
};

/** Threads that read large calls, kept for the next one; a thread that overruns its deadline is ended. */
export function createGuardPool(source: ThreadSource, data: GuardThreadData, deadlineMs: number): GuardPool {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const start = (): Worker => {
    const options = {
      workerData: data,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    };
    const worker =
      "code" in source
        ? new Worker(source.code, { ...options, eval: true })
        : new Worker(source.file, options);
    worker.unref();
    all.add(worker);
    worker.once("exit", () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  };

  const answerTo = async (job: GuardJob): Promise<GuardAnswer | null> => {
    if (running >= mostThreads) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      const worker = idle.pop() ?? start();
      const answer = await oneAnswer(worker, job, deadlineMs);
      if (answer !== null) idle.push(worker);
      return answer;
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  return {
    async ask(job, read) {
      const answer = await answerTo(job);
      return answer === null ? null : read(answer);
    },
    async close() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** The deadline counts from when the thread has the call; a thread that never answers is ended. */
function oneAnswer(worker: Worker, job: GuardJob, deadlineMs: number): Promise<GuardAnswer | null> {
  return new Promise((resolve) => {
    const settle = (answer: GuardAnswer | null): void => {
      clearTimeout(timer);
      for (const event of ["message", "exit", "error"] as const) worker.removeAllListeners(event);
      worker.on("error", () => undefined);
      if (answer === null) void worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(() => settle(null), deadlineMs);
    worker.once("message", (answer: GuardAnswer) => settle(answer));
    worker.once("exit", () => settle(null));
    worker.once("error", () => settle(null));
    worker.postMessage(job);
  });
}
