import { noticeJob, type NoticeQueue, noticeQueueNames } from "@gatehouse/core/contracts/notices";
import type { Log } from "@gatehouse/services/log";
import type { Redis } from "@gatehouse/services/redis";
import { UnrecoverableError } from "bullmq";
import { type Consumer, openConsumer } from "./open-consumer.ts";

/** Takes looks at messages; each is over as soon as it was told, because the row says what is to be sent. */
export function consumeNotices(input: {
  queue: NoticeQueue;
  connection: Redis;
  look: (deliveryId: string) => void;
  log: Log;
}): Consumer {
  return openConsumer({
    queue: noticeQueueNames[input.queue],
    title: "the queue of messages",
    connection: input.connection,
    concurrency: 8,
    take: (job) => {
      const payload = noticeJob.safeParse(job.data);
      if (!payload.success) throw new UnrecoverableError("the job names no message");
      input.look(payload.data.deliveryId);
    },
    log: input.log,
  });
}
