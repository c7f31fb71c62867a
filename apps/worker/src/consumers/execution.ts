import { executionJob, executionQueueName } from "@gatehouse/core/contracts/jobs";
import type { Log } from "@gatehouse/services/log";
import type { Redis } from "@gatehouse/services/redis";
import { UnrecoverableError, Worker } from "bullmq";

export type ExecutionConsumer = { ready(): Promise<void>; close(): Promise<void> };

/**
 * Takes jobs of this host, one attempt each. A job that BullMQ thinks stalled is failed, never run again; whether an
 * execution runs is decided by its row alone.
 */
export function consumeExecutions(input: {
  hostId: string;
  connection: Redis;
  concurrency: number;
  run: (executionId: string) => Promise<void>;
  log: Log;
}): ExecutionConsumer {
  const { log } = input;
  const worker = new Worker(
    executionQueueName(input.hostId),
    async (job) => {
      const payload = executionJob.safeParse(job.data);
      if (!payload.success) throw new UnrecoverableError("the job names no execution");
      try {
        await input.run(payload.data.executionId);
      } catch (error) {
        log.error(
          { executionId: payload.data.executionId, error: stackOf(error) },
          "an execution failed here",
        );
        throw new UnrecoverableError(String(error));
      }
    },
    {
      connection: input.connection,
      concurrency: input.concurrency,
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

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
