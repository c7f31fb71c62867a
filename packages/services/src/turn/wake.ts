import type { Services } from "../context.ts";
import { enqueueTurn } from "./say.ts";

const over = ["denied", "finished", "cancelled", "expired"];

/**
 * Whatever ends a tool call announces it with its commit; this makes of it a look at the turn that waits for the call. Each
 * worker runs it: a look too many finds nothing to do, and one that is missed is made up for by maintenance.
 */
export function wakeTurns(ctx: Pick<Services, "db" | "queues" | "log" | "listener">): () => void {
  return ctx.listener.subscribe((change) => {
    const { toolCallId } = change;
    if (change.kind !== "tool_call" || toolCallId === undefined || !over.includes(change.state)) return;
    void wakeFor(ctx, toolCallId).catch((error: unknown) =>
      ctx.log.warn({ toolCallId, error: String(error) }, "a turn was not woken; maintenance will find it"),
    );
  });
}

async function wakeFor(ctx: Pick<Services, "db" | "queues" | "log">, toolCallId: string): Promise<void> {
  const call = await ctx.db.stepCall.findFirst({
    where: { toolCallId, result: null, turn: { endedAt: null } },
    select: { turnId: true },
  });
  if (call !== null) await enqueueTurn(ctx, call.turnId, toolCallId);
}
