import type { Services } from "../context.ts";
import type { Planned } from "./plan.ts";

/** After commit: a job with the id only, due with the message. When Redis is away a worker finds the row. */
export async function enqueueNotice(ctx: Pick<Services, "queues" | "log">, of: Planned): Promise<void> {
  const delayMs = Math.max(0, of.dueAt.getTime() - Date.now());
  try {
    await ctx.queues.addNotice(of.channel === "email" ? "mail" : "web", of.id, delayMs);
  } catch (error) {
    ctx.log.warn(
      { deliveryId: of.id, error: String(error) },
      "the job was not added; a worker finds the row",
    );
  }
}
