import { executionQueueName } from "@gatehouse/core/contracts/jobs";
import { type NoticeJob, type NoticeQueue, noticeQueueNames } from "@gatehouse/core/contracts/notices";
import { type AgentJob, agentQueueName } from "@gatehouse/core/contracts/turns";
import { Queue } from "bullmq";
import type { Redis } from "../redis.ts";

/**
 * Tells hosts that something waits. The row is the truth: a job holds an id only, one that is lost costs a moment because
 * the host looks by itself, and a duplicate is harmless because the claim has one winner.
 */
export type Queues = {
  addExecution(hostId: string, executionId: string): Promise<void>;
  removeExecution(hostId: string, executionId: string): Promise<void>;
  /** Jobs of a host by state, as the library counts them. */
  counts(hostId: string): Promise<Record<string, number>>;
  /** Any worker drives a turn. `why` keeps one cause from being added twice; a job too many finds nothing to do. */
  addTurn(turnId: string, why: string): Promise<void>;
  addProviderTest(providerId: string): Promise<void>;
  /** A look at a message, after so many milliseconds. */
  addNotice(queue: NoticeQueue, deliveryId: string, delayMs: number): Promise<void>;
  close(): Promise<void>;
};

/** A Redis that is away or does not answer makes nobody wait for long: the row is the truth. */
const patienceMs = 2_000;

async function inTime<T>(step: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the queue did not answer: ${step}`)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

export function createQueues(connection: Redis): Queues {
  const queues = new Map<string, Queue>();
  const queueOf = (hostId: string): Queue => {
    const existing = queues.get(hostId);
    if (existing !== undefined) return existing;
    const queue = new Queue(executionQueueName(hostId), { connection, skipVersionCheck: true });
    queue.on("error", () => undefined);
    queues.set(hostId, queue);
    return queue;
  };
  const add = async (hostId: string, executionId: string): Promise<void> => {
    await queueOf(hostId).add("execute", { executionId }, { ...jobOptions, jobId: executionId });
  };
  const remove = async (hostId: string, executionId: string): Promise<void> => {
    await (await queueOf(hostId).getJob(executionId))?.remove();
  };
  const agents = new Queue<AgentJob>(agentQueueName, { connection, skipVersionCheck: true });
  agents.on("error", () => undefined);
  const addAgent = async (job: AgentJob, jobId: string): Promise<void> => {
    await agents.add("look", job, { ...jobOptions, jobId });
  };
  const notices = {
    web: new Queue<NoticeJob>(noticeQueueNames.web, { connection, skipVersionCheck: true }),
    mail: new Queue<NoticeJob>(noticeQueueNames.mail, { connection, skipVersionCheck: true }),
  };
  for (const queue of Object.values(notices)) queue.on("error", () => undefined);
  const addNotice = async (queue: NoticeQueue, deliveryId: string, delay: number): Promise<void> => {
    await notices[queue].add("look", { deliveryId }, { ...jobOptions, delay });
  };
  return {
    addNotice: (queue, deliveryId, delayMs) => inTime("add", addNotice(queue, deliveryId, delayMs)),
    addTurn: (turnId, why) => inTime("add", addAgent({ turnId }, `${turnId}_${why}`)),
    addProviderTest: (providerId) => inTime("add", addAgent({ providerId }, `test_${providerId}`)),
    addExecution: (hostId, executionId) => inTime("add", add(hostId, executionId)),
    removeExecution: (hostId, executionId) => inTime("remove", remove(hostId, executionId)),
    counts: (hostId) => inTime("counts", queueOf(hostId).getJobCounts()),
    async close() {
      await Promise.all(
        [...queues.values(), agents, notices.web, notices.mail].map((queue) => queue.close()),
      );
    },
  };
}
