import type { AuditEvent } from "@gatehouse/core/audit/event";
import type { Tx } from "../db.ts";

type Of = { memberId: string; by: string; now: Date };
type Call = { session_id: string; tool_call_id: string };
type Execution = Call & { id: string; host_id: string };
type Turn = { id: string; session_id: string };

export type EndedWork = {
  events: AuditEvent[];
  counts: { turns: number; waiting: number; queued: number; running: number };
  /** executions that were queued and whose jobs can go */
  unqueued: { id: string; hostId: string }[];
};

const sentence = "The member who asked was locked.";

/** Everything of a locked member that is not over, in the transaction that locks. What runs is ended by its worker. */
export async function endWorkOf(tx: Tx, of: Of): Promise<EndedWork> {
  const turns = await endTurns(tx, of);
  const waiting = await tx.$queryRaw<Call[]>`
    WITH ended AS (
      UPDATE approval a SET status = 'cancelled', answered_at = ${of.now}, answered_by = ${of.by}::uuid
      FROM tool_call t WHERE t.id = a.tool_call_id AND t.member_id = ${of.memberId}::uuid AND a.status = 'pending'
      RETURNING t.id)
    UPDATE tool_call c SET status = 'cancelled' FROM ended WHERE c.id = ended.id
    RETURNING c.id::text AS tool_call_id, c.session_id::text`;
  const queued = await tx.$queryRaw<Execution[]>`
    WITH ended AS (
      UPDATE execution e SET state = 'finished', outcome = 'cancelled', finished_at = ${of.now},
        outcome_detail = ${`${sentence} Nothing ran.`}, cancel_requested_at = ${of.now}, cancel_requested_by = ${of.by}::uuid
      FROM tool_call t WHERE t.id = e.tool_call_id AND t.member_id = ${of.memberId}::uuid AND e.state = 'queued'
      RETURNING e.id, e.host_id, t.id AS call)
    UPDATE tool_call c SET status = 'cancelled' FROM ended WHERE c.id = ended.call
    RETURNING ended.id::text, ended.host_id::text, c.id::text AS tool_call_id, c.session_id::text`;
  const running = await tx.$queryRaw<Execution[]>`
    UPDATE execution e SET cancel_requested_at = ${of.now}, cancel_requested_by = ${of.by}::uuid,
      cancel_detail = ${`Stopped: ${sentence}`}
    FROM tool_call t WHERE t.id = e.tool_call_id AND t.member_id = ${of.memberId}::uuid
      AND e.state = 'running' AND e.cancel_requested_at IS NULL
    RETURNING e.id::text, e.host_id::text, t.id::text AS tool_call_id, t.session_id::text`;
  return {
    events: [
      ...turns.map(turnEvent),
      ...waiting.map((call) => cancelled(call, "awaiting")),
      ...queued.map((call) => cancelled(call, "queued")),
      ...running.map(stopping),
    ],
    counts: {
      turns: turns.length,
      waiting: waiting.length,
      queued: queued.length,
      running: running.length,
    },
    unqueued: queued.map((one) => ({ id: one.id, hostId: one.host_id })),
  };
}

/** The fence grows, so whoever drives the turn writes nothing more. */
async function endTurns(tx: Tx, of: Of): Promise<Turn[]> {
  const turns = await tx.$queryRaw<Turn[]>`
    UPDATE turn SET status = 'stopped', end_code = 'member_locked', end_sentence = ${sentence}, lease = lease + 1,
      lease_expires_at = NULL, ended_at = ${of.now}, ended_by = ${of.by}::uuid, changed_at = clock_timestamp()
    WHERE member_id = ${of.memberId}::uuid AND ended_at IS NULL RETURNING id::text, session_id::text`;
  await tx.modelStep.updateMany({
    where: { turnId: { in: turns.map((turn) => turn.id) }, status: { in: ["streaming", "waiting"] } },
    data: { status: "broken", note: sentence, endedAt: of.now, changedAt: of.now },
  });
  return turns;
}

function turnEvent(turn: Turn): AuditEvent {
  return {
    type: "turn.ended",
    sessionId: turn.session_id,
    payload: { turnId: turn.id, code: "member_locked", sentence },
  };
}

function cancelled(call: Call & { id?: string }, before: "awaiting" | "queued"): AuditEvent {
  return {
    type: "tool_call.cancelled",
    sessionId: call.session_id,
    toolCallId: call.tool_call_id,
    ...(call.id === undefined ? {} : { executionId: call.id }),
    payload: { before, cause: "member_locked" },
  };
}

function stopping(one: Execution): AuditEvent {
  return {
    type: "execution.cancel_requested",
    sessionId: one.session_id,
    toolCallId: one.tool_call_id,
    executionId: one.id,
    payload: { before: "asked", cause: "member_locked" },
  };
}
