import { noticeJob, type NoticeQueue, noticeQueueNames } from "@gatehouse/core/contracts/notices";
import type { Log } from "@gatehouse/services/log";
import type { Redis } from "@gatehouse/services/redis";
import { UnrecoverableError, Worker } from "bullmq";

export type NoticeConsumer = { ready(): Promise<void>; close(): Promise<void> };

/** Takes looks at messages; each is over as soon as it was told, because the row says what is to be sent. */
export function consumeNotices(input: {
  queue: NoticeQueue;
  connection: Redis;
  look: (deliveryId: string) => void;
  log: Log;
}): NoticeConsumer {
  const worker = new Worker(
    noticeQueueNames[input.queue],
    async (job) => {
      const payload = noticeJob.safeParse(job.data);
      if (!payload.success) throw new UnrecoverableError("the job names no message");
      input.look(payload.data.deliveryId);
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
    input.log.warn({ error: error.message }, "the queue of messages reports an error");
  });
  return {
    ready: async () => {
      await worker.waitUntilReady();
    },
    close: () => worker.close(),
  };
}
