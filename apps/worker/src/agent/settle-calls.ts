import { jobHandle } from "@gatehouse/core/agent/job-news";
import type { Ctx } from "@gatehouse/services/context";
import { answerCalls, moveTurn } from "@gatehouse/services/turn/calls";
import type { TurnLease } from "@gatehouse/services/turn/fence";
import { tellOfJob } from "@gatehouse/services/turn/tell-of-job";
import { resultOf } from "@gatehouse/services/turn/result";
import { waitingCalls, workedFor } from "@gatehouse/services/turn/waiting";
import { databaseNow } from "@gatehouse/services/database-clock";

/** Takes in the results of a waiting turn. False while one is still open: nobody waits for it, its end wakes the turn. */
export async function settleCalls(ctx: Ctx, lease: TurnLease): Promise<boolean> {
  const calls = await waitingCalls(ctx.db, lease.turnId);
  if (calls.some((call) => !call.over)) return false;
  const workedMs = workedFor(calls, await databaseNow(ctx.db));
  const answers = await Promise.all(
    calls.map(async ({ callId, toolCallId, handed }) => {
      if (handed) return { callId, result: jobHandle(toolCallId), failed: false, changed: true };
      const { text, failed, changed } = await resultOf(ctx, toolCallId);
      return { callId, result: text, failed, changed };
    }),
  );
  await answerCalls(ctx, lease, answers);
  // what happened to it before the turn took it in
  for (const { toolCallId, handed } of calls) if (handed) await tellOfJob(ctx, toolCallId);
  await moveTurn(ctx, lease, { status: "thinking", workedMs });
  return true;
}
