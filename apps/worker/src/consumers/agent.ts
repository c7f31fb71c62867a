import { agentJob, agentQueueName } from "@gatehouse/core/contracts/turns";
import type { Log } from "@gatehouse/services/log";
import type { Redis } from "@gatehouse/services/redis";
import { UnrecoverableError, Worker } from "bullmq";

export type AgentConsumer = { ready(): Promise<void>; close(): Promise<void> };

/** Turns at once in one worker; each waits for a model most of the time. */
const concurrency = 16;

/** Takes looks at turns, from any session of any host: a turn needs no host, only its tool calls do. */
export function consumeAgent(input: {
  connection: Redis;
  runTurn: (turnId: string) => Promise<void>;
  testProvider: (providerId: string) => Promise<void>;
  log: Log;
}): AgentConsumer {
  const worker = new Worker(
    agentQueueName,
    async (job) => {
      const payload = agentJob.safeParse(job.data);
      if (!payload.success) throw new UnrecoverableError("the job names no turn");
      if ("turnId" in payload.data) await input.runTurn(payload.data.turnId);
      else await input.testProvider(payload.data.providerId);
    },
    {
      connection: input.connection,
      concurrency,
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
    input.log.warn({ error: error.message }, "the queue of agents reports an error");
  });
  return {
    ready: async () => {
      await worker.waitUntilReady();
    },
    close: () => worker.close(true),
  };
}
