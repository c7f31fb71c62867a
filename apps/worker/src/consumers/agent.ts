import { agentJob, agentQueueName } from "@gatehouse/core/contracts/turns";
import type { Log } from "@gatehouse/services/log";
import type { Redis } from "@gatehouse/services/redis";
import { UnrecoverableError } from "bullmq";
import { type Consumer, openConsumer } from "./open-consumer.ts";

/** Turns at once in one worker; each waits for a model most of the time. */
const concurrency = 16;

/** Takes looks at turns, from any session of any host: a turn needs no host, only its tool calls do. */
export function consumeAgent(input: {
  connection: Redis;
  runTurn: (turnId: string) => Promise<void>;
  testProvider: (providerId: string) => Promise<void>;
  log: Log;
}): Consumer {
  const take = async (data: unknown): Promise<void> => {
    const payload = agentJob.safeParse(data);
    if (!payload.success) throw new UnrecoverableError("the job names no turn");
    if ("turnId" in payload.data) await input.runTurn(payload.data.turnId);
    else await input.testProvider(payload.data.providerId);
  };
  return openConsumer(
    {
      queue: agentQueueName,
      title: "the queue of agents",
      connection: input.connection,
      concurrency,
      take: (job) => take(job.data),
      log: input.log,
    },
    { force: true },
  );
}
