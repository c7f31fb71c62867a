import type { Services } from "../context.ts";

/** After commit: a job with the id only. When Redis is away the row stays queued and its host finds it. */
export async function enqueue(
  services: Pick<Services, "queues" | "log">,
  execution: { id: string; hostId: string },
): Promise<void> {
  try {
    await services.queues.addExecution(execution.hostId, execution.id);
  } catch (error) {
    services.log.warn(
      { executionId: execution.id, error: String(error) },
      "the job was not added; the host will find the row",
    );
  }
}
