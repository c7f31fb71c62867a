/**
 * What keeps turns going when a process died or an announcement was lost, from any process that reaches Postgres: a turn
 * that nobody drives is looked at again, a turn whose tools took its working time ends, what an ended turn left is cancelled.
 */
import { turnChannel } from "@gatehouse/core/contracts/turns";
import type { Services } from "../context.ts";
import { withTransaction } from "../transaction.ts";
import { cutTurnAudited } from "./end.ts";
import { driveSubagents } from "./drive-subagents.ts";
import { enqueueTurn } from "./say.ts";
import { agentActor } from "./agent-actor.ts";
import { cancelCallsOf } from "./cancel-calls.ts";
import { tellOfJob } from "./tell-of-job.ts";
import { untoldJobs } from "./untold-jobs.ts";
import { idleAfterMs } from "./timings.ts";
import { waitingCalls, workedFor } from "./waiting.ts";
import { databaseNow } from "../database-clock.ts";

export type Repairing = Pick<Services, "db" | "queues" | "log" | "policies" | "announcer" | "evaluate">;

type Idle = {
  id: string;
  org_id: string;
  session_id: string;
  member_id: string;
  status: string;
  working_ms: bigint;
  beside: boolean;
};

export async function repairTurns(ctx: Repairing): Promise<void> {
  const idle = await ctx.db.$queryRaw<Idle[]>`
    SELECT id::text, org_id::text, session_id::text, member_id::text, status, working_ms,
      parent_call_id IS NOT NULL AS beside FROM turn
    WHERE ended_at IS NULL AND (lease_expires_at IS NULL OR lease_expires_at < now())
      AND (status = 'waiting' OR changed_at < now() - ${idleAfterMs} * interval '1 millisecond')
    ORDER BY changed_at LIMIT 200`;
  for (const turn of idle) {
    if (turn.status !== "waiting") await enqueueTurn(ctx, turn.id, "repair");
    else await lookAtWaiting(ctx, turn);
  }
  await cancelLeftOver(ctx);
  await driveSubagents(ctx, null);
  for (const toolCallId of await untoldJobs(ctx.db)) await tellOfJob(ctx, toolCallId);
}

async function lookAtWaiting(ctx: Repairing, turn: Idle): Promise<void> {
  const calls = await waitingCalls(ctx.db, turn.id);
  if (calls.every((call) => call.over)) {
    await enqueueTurn(ctx, turn.id, "repair");
    return;
  }
  if (turn.beside) return; // its call's own time is kept with the other subagents'
  const { document } = await ctx.policies.current(ctx.db, turn.org_id);
  const worked = Number(turn.working_ms) + workedFor(calls, await databaseNow(ctx.db));
  if (worked <= document.limits.turn_minutes * 60_000) return;
  const actor = agentActor(turn.member_id);
  const cut = await withTransaction(ctx.db, (tx) =>
    cutTurnAudited(tx, {
      turnId: turn.id,
      end: timeLimit(document.limits.turn_minutes),
      actor: { kind: "system", part: "maintenance" },
      by: null,
    }),
  );
  if (!cut) return;
  ctx.announcer.announce(turnChannel(turn.session_id));
  await cancelCallsOf(ctx, { turnId: turn.id, orgId: turn.org_id, actor, memberId: turn.member_id });
}

export function timeLimit(minutes: number): { status: "limited"; code: string; sentence: string } {
  const sentence = `It reached the limit of ${minutes} ${minutes === 1 ? "minute" : "minutes"} of working time a turn that your org set.`;
  return { status: "limited", code: "turn_minutes", sentence };
}

type Left = { turn_id: string; org_id: string; member_id: string };

async function cancelLeftOver(ctx: Repairing): Promise<void> {
  const left = await ctx.db.$queryRaw<Left[]>`
    SELECT DISTINCT turn.id::text AS turn_id, turn.org_id::text, turn.member_id::text
    FROM turn JOIN step_call c ON c.turn_id = turn.id
      JOIN tool_call t ON t.session_id = turn.session_id AND t.request_key = 'agent-' || c.id::text
    WHERE turn.ended_at > now() - interval '1 day' AND c.answered_at IS NULL
      AND t.status IN ('requested', 'awaiting_approval', 'approved', 'executing') LIMIT 50`;
  for (const { turn_id: turnId, org_id: orgId, member_id: memberId } of left)
    await cancelCallsOf(ctx, { turnId, orgId, actor: agentActor(memberId), memberId });
}
