import { executionQueueName } from "@gatehouse/core/contracts/jobs";
import { Queue } from "bullmq";
import type { Redis } from "../redis.ts";

/**
 * Delivery of executions to hosts. The row is the truth: a job holds an id only, an add that is lost is made again by the
 * reaper, and a duplicate is harmless because the claim has one winner.
 */
export type Queues = {
  addExecution(hostId: string, executionId: string): Promise<void>;
  /** Adds again where the job is gone or dead; leaves a job alone that still waits or runs. */
  repairExecution(hostId: string, executionId: string): Promise<boolean>;
  removeExecution(hostId: string, executionId: string): Promise<void>;
  close(): Promise<void>;
};

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
  return {
    async addExecution(hostId, executionId) {
      await queueOf(hostId).add("execute", { executionId }, { ...jobOptions, jobId: executionId });
    },
    async repairExecution(hostId, executionId) {
      const queue = queueOf(hostId);
      const job = await queue.getJob(executionId);
      if (job !== undefined) {
        const state = await job.getState();
        if (state !== "completed" && state !== "failed" && state !== "unknown") return false;
        await job.remove();
      }
      await queue.add("execute", { executionId }, { ...jobOptions, jobId: executionId });
      return true;
    },
    async removeExecution(hostId, executionId) {
      await (await queueOf(hostId).getJob(executionId))?.remove();
    },
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
