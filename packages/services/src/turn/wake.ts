import type { Services } from "../context.ts";
import { rowOf } from "../pool.ts";
import { enqueueTurn } from "./say.ts";
import { tellOfJob, type Telling } from "./tell-of-job.ts";

const over = ["denied", "finished", "cancelled", "expired"];

/**
 * Whatever ends a tool call announces it with its commit; this makes of it a look at the turn that waits for the call. Each
 * worker runs it: a look too many finds nothing to do, and one that is missed is made up for by maintenance.
 */
export function wakeTurns(ctx: Telling & Pick<Services, "listener" | "pool">): () => void {
  const attempt = (toolCallId: string, work: Promise<unknown>): void => {
    void work.catch((error: unknown) =>
      ctx.log.warn({ toolCallId, error: String(error) }, "a turn was not woken; maintenance will find it"),
    );
  };
  return ctx.listener.subscribe(({ kind, toolCallId, state }) => {
    if (toolCallId === undefined) return;
    const ended = kind === "tool_call" && over.includes(state);
    // an approved command in the background answers its turn at once
    const wakes = ended || (kind === "approval" && state === "approved");
    const tells = ended || (kind === "keyword" && state === "found");
    if (wakes || tells) attempt(toolCallId, look(ctx, toolCallId, { wakes, tells }));
  });
}

// Every worker hears of every call; most of them no agent asked for.
const ofAgent = {
  name: "call_of_agent",
  text: "SELECT FROM step_call WHERE tool_call_id = $1::uuid LIMIT 1",
};

async function look(
  ctx: Telling & Pick<Services, "pool">,
  toolCallId: string,
  { wakes, tells }: { wakes: boolean; tells: boolean },
): Promise<void> {
  if ((await rowOf(ctx.pool, ofAgent, [toolCallId])) === null) return;
  await Promise.all([
    ...(wakes ? [wakeFor(ctx, toolCallId)] : []),
    ...(tells ? [tellOfJob(ctx, toolCallId)] : []),
  ]);
}

async function wakeFor(ctx: Pick<Services, "db" | "queues" | "log">, toolCallId: string): Promise<void> {
  const call = await ctx.db.stepCall.findFirst({
    where: { toolCallId, result: null, turn: { endedAt: null } },
    select: { turnId: true },
  });
  if (call !== null) await enqueueTurn(ctx, call.turnId, toolCallId);
}
