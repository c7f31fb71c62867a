import { executionJob, executionQueueName } from "@gatehouse/core/contracts/jobs";
import type { Log } from "@gatehouse/services/log";
import type { Redis } from "@gatehouse/services/redis";
import { UnrecoverableError, Worker } from "bullmq";

export type ExecutionConsumer = { ready(): Promise<void>; close(): Promise<void> };

/**
 * A job of this host says that something waits, and no more: it is over as soon as the pump was told. Whether and when an
 * execution runs is decided by its row alone. One attempt each; a job that BullMQ thinks stalled is failed.
 */
export function consumeExecutions(input: {
  hostId: string;
  connection: Redis;
  wake: () => void;
  log: Log;
}): ExecutionConsumer {
  const { log } = input;
  const worker = new Worker(
    executionQueueName(input.hostId),
    async (job) => {
      if (!executionJob.safeParse(job.data).success)
        throw new UnrecoverableError("the job names no execution");
      input.wake();
    },
    {
      connection: input.connection,
      concurrency: 8,
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 0,
      maxStartedAttempts: 1,
      skipVersionCheck: true,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
  );
  let lastLogged = 0;
  worker.on("error", (error) => {
    if (Date.now() - lastLogged < 5_000) return;
    lastLogged = Date.now();
    log.warn({ error: error.message }, "the queue reports an error");
  });
  return {
    ready: async () => {
      await worker.waitUntilReady();
    },
    close: () => worker.close(),
  };
}
