import { z } from "zod";

/** A job says which turn, or which provider to try, and nothing else. */
export const agentJob = z.union([
  z.strictObject({ turnId: z.uuid() }),
  z.strictObject({ providerId: z.uuid() }),
]);
export type AgentJob = z.infer<typeof agentJob>;

export const agentQueueName = "agent";

/** Redis channel that says "look": what was said and done is read from Postgres. */
export function turnChannel(sessionId: string): string {
  return `gh:turn:${sessionId}`;
}
