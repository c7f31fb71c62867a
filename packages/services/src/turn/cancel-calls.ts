import type { Actor } from "@gatehouse/core/actor";
import { turnChannel } from "@gatehouse/core/contracts/turns";
import { minutesOf } from "@gatehouse/core/tool-call/subagent-tools";
import { isSubagentCall, parseToolCall } from "@gatehouse/core/tool-call/tool-call";
import { workingTime } from "@gatehouse/core/agent/working-time";
import type { Services } from "../context.ts";
import { cancelCall } from "../tool-call/cancel-call.ts";
import { withTransaction } from "../transaction.ts";
import { agentActor } from "./agent-actor.ts";
import { cutTurnAudited, type TurnEnd } from "./end.ts";
import { endAfterTurn, finishSubagent, type OpenSubagent, type SubagentEnd } from "./end-subagent.ts";
import { subagentSpans } from "./subagent-spans.ts";
import { databaseNow } from "../database-clock.ts";

export type Cancelling = Pick<Services, "db" | "queues" | "log" | "announcer">;
type Open = { id: string; session_id: string; hostless: boolean };

/**
 * Cancels every call of an ended turn that is not over: found by its request key, so also one that was just being asked for.
 * What goes on in the background outlives the turn, but not a stop. A subagent ends with all that it does.
 */
export async function cancelCallsOf(
  ctx: Cancelling,
  of: { turnId: string; orgId: string; actor: Actor; memberId: string; jobsToo?: boolean },
): Promise<number> {
  const open = await ctx.db.$queryRaw<Open[]>`
    SELECT t.id::text, t.session_id::text, t.tool IN ('subagents', 'background_subagents') AS hostless
    FROM step_call c JOIN turn ON turn.id = c.turn_id
      JOIN tool_call t ON t.session_id = turn.session_id AND t.request_key = 'agent-' || c.id::text
    WHERE c.turn_id = ${of.turnId}::uuid AND (c.answered_at IS NULL
        OR (${of.jobsToo === true} AND t.tool IN ('background_command', 'background_subagents')))
      AND t.status IN ('requested', 'awaiting_approval', 'approved', 'executing')`;
  const by = { orgId: of.orgId, actor: of.actor, memberId: of.memberId, origin: { because: "turn ended" } };
  let cancelled = 0;
  for (const call of open)
    if (await cancelCall(ctx, { id: call.id, sessionId: call.session_id }, by)) cancelled += 1;
  const subagent = open.find((call) => call.hostless);
  if (subagent !== undefined) await endSubagents(ctx, subagent.session_id);
  return cancelled;
}

/**
 * Ends the subagents' calls that are due: their turn is over, a person cancelled them, or their time is. Whoever comes finds
 * what is left to do in the rows, so that a death in between costs a moment.
 */
export async function endSubagents(ctx: Cancelling, sessionId: string | null): Promise<void> {
  for (const open of await openSubagents(ctx, sessionId)) {
    if (open.turn_status !== null && open.end_code !== null)
      await finishSubagent(ctx, open, endAfterTurn(open));
    else if (open.cancel_requested) await cut(ctx, open, cancelledEnd(open));
    else if (await timeIsOver(ctx, open)) await cut(ctx, open, timeOverEnd(open));
  }
  await cutOrphans(ctx, sessionId);
}

async function openSubagents(ctx: Cancelling, sessionId: string | null): Promise<OpenSubagent[]> {
  return ctx.db.$queryRaw<OpenSubagent[]>`
    SELECT e.id::text AS execution_id, e.org_id::text, e.session_id::text, t.id::text AS tool_call_id, t.member_id::text,
      t.tool, t.input, e.state = 'running' AS running, e.cancel_requested_at IS NOT NULL AS cancel_requested,
      e.cancel_detail, turn.id::text AS turn_id, turn.status AS turn_status, turn.end_code, turn.end_sentence
    FROM execution e JOIN tool_call t ON t.id = e.tool_call_id LEFT JOIN turn ON turn.parent_call_id = t.id
    WHERE e.hostless AND e.state <> 'finished' AND (${sessionId}::uuid IS NULL OR e.session_id = ${sessionId}::uuid)
    ORDER BY e.queued_at LIMIT 200`;
}

function cancelledEnd(of: OpenSubagent): TurnEnd {
  const sentence = of.cancel_detail ?? "Its call was cancelled.";
  return { status: "stopped", code: "cancelled", sentence };
}

function timeOverEnd(of: OpenSubagent): TurnEnd {
  const sentence = `It reached its time of ${minutesOfCall(of)} minutes.`;
  return { status: "limited", code: "turn_minutes", sentence };
}

async function timeIsOver(ctx: Cancelling, of: OpenSubagent): Promise<boolean> {
  const spans = await subagentSpans(ctx.db, [of.tool_call_id]);
  return (
    workingTime(spans.get(of.tool_call_id) ?? [], (await databaseNow(ctx.db)).getTime()) >
    minutesOfCall(of) * 60_000
  );
}

function minutesOfCall(of: OpenSubagent): number {
  const call = parseToolCall(of.tool, JSON.parse(of.input));
  return isSubagentCall(call) ? minutesOf(call) : 0;
}

/** The turn first, so that nothing more is asked for; then what it waits for; then its call. */
async function cut(ctx: Cancelling, of: OpenSubagent, end: TurnEnd): Promise<void> {
  const actor = agentActor(of.member_id);
  if (of.turn_id !== null) {
    const { turn_id: turnId } = of;
    await withTransaction(ctx.db, (tx) =>
      cutTurnAudited(tx, { turnId, end, actor: { kind: "system", part: "maintenance" }, by: null }),
    );
    await cancelCallsOf(ctx, { turnId, orgId: of.org_id, actor, memberId: of.member_id, jobsToo: true });
  }
  const outcome: SubagentEnd["outcome"] = end.status === "stopped" ? "cancelled" : "timed_out";
  await finishSubagent(ctx, of, { outcome, exitCode: null, detail: end.sentence });
  ctx.announcer.announce(turnChannel(of.session_id));
}

type Orphan = { id: string; org_id: string; session_id: string; member_id: string };

/** A subagent whose call was ended by somebody else works for nobody. */
async function cutOrphans(ctx: Cancelling, sessionId: string | null): Promise<void> {
  const orphans = await ctx.db.$queryRaw<Orphan[]>`
    SELECT turn.id::text, turn.org_id::text, turn.session_id::text, turn.member_id::text
    FROM turn JOIN execution e ON e.tool_call_id = turn.parent_call_id
    WHERE turn.parent_call_id IS NOT NULL AND turn.status IN ('thinking', 'calling', 'waiting') AND e.state = 'finished'
      AND (${sessionId}::uuid IS NULL OR turn.session_id = ${sessionId}::uuid) LIMIT 50`;
  const end: TurnEnd = { status: "stopped", code: "cancelled", sentence: "Its call is over." };
  for (const { id: turnId, org_id: orgId, session_id: session, member_id: memberId } of orphans) {
    await withTransaction(ctx.db, (tx) =>
      cutTurnAudited(tx, { turnId, end, actor: { kind: "system", part: "maintenance" }, by: null }),
    );
    await cancelCallsOf(ctx, { turnId, orgId, actor: agentActor(memberId), memberId, jobsToo: true });
    ctx.announcer.announce(turnChannel(session));
  }
}
