import { z } from "zod";

/** A job carries an id and nothing else: what to do is read from the row, which is the truth. */
export const executionJob = z.strictObject({ executionId: z.uuid() });
export type ExecutionJob = z.infer<typeof executionJob>;

/** BullMQ refuses a colon in a queue's name. */
export function executionQueueName(hostId: string): string {
  return `exec_${hostId}`;
}
