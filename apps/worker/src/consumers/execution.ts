import { executionJob, executionQueueName } from "@gatehouse/core/contracts/jobs";
import type { Log } from "@gatehouse/services/log";
import type { Redis } from "@gatehouse/services/redis";
import { UnrecoverableError } from "bullmq";
import { type Consumer, openConsumer } from "./open-consumer.ts";

/**
 * A job of this host says that something waits, and no more: it is over as soon as the pump was told. Whether and when an
 * execution runs is decided by its row alone.
 */
export function consumeExecutions(input: {
  hostId: string;
  connection: Redis;
  wake: (executionId: string) => void;
  log: Log;
}): Consumer {
  return openConsumer({
    queue: executionQueueName(input.hostId),
    title: "the queue of commands",
    connection: input.connection,
    concurrency: 8,
    take: (job) => {
      const named = executionJob.safeParse(job.data);
      if (!named.success) throw new UnrecoverableError("the job names no execution");
      input.wake(named.data.executionId);
    },
    log: input.log,
  });
}
