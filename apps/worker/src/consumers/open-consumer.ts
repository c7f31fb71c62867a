import type { Log } from "@gatehouse/services/log";
import type { Redis } from "@gatehouse/services/redis";
import { type Job, Worker } from "bullmq";

export type Consumer = { ready(): Promise<void>; close(): Promise<void> };

type ConsumerInput = {
  /** the queue's name in Redis */
  queue: string;
  /** what the log calls it */
  title: string;
  connection: Redis;
  /** jobs at once in this process */
  concurrency: number;
  take: (job: Job) => Promise<void> | void;
  log: Log;
};

const quietMs = 5_000;

/**
 * Takes the jobs of one queue. A job only says where to look, since the row is the truth: one attempt each, one that
 * BullMQ thinks stalled is failed and not run again, and none is kept. `force` leaves those under way to themselves.
 */
export function openConsumer(input: ConsumerInput, { force = false } = {}): Consumer {
  const worker = new Worker(input.queue, async (job) => input.take(job), {
    connection: input.connection,
    concurrency: input.concurrency,
    lockDuration: 10_000,
    stalledInterval: 5_000,
    maxStalledCount: 0,
    maxStartedAttempts: 1,
    skipVersionCheck: true,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  let lastLogged = 0;
  worker.on("error", (error) => {
    if (Date.now() - lastLogged < quietMs) return;
    lastLogged = Date.now();
    input.log.warn({ error: error.message }, `${input.title} reports an error`);
  });
  return {
    ready: async () => {
      await worker.waitUntilReady();
    },
    close: () => worker.close(force),
  };
}
