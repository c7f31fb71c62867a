import type { CallSpan } from "@gatehouse/core/agent/working-time";
import type { Db } from "../db.ts";

type Row = {
  id: string;
  from_at: Date;
  asked: boolean;
  answered_at: Date | null;
  ended_at: Date | null;
};

/**
 * When the subagents of calls were at work: while they waited for a place, while their model answered and while their own
 * calls ran. What a person took to answer is nobody's work, in a subagent as in a turn.
 */
export async function subagentSpans(
  db: Db,
  toolCallIds: readonly string[],
): Promise<ReadonlyMap<string, CallSpan[]>> {
  const spans = new Map<string, CallSpan[]>(toolCallIds.map((id) => [id, []]));
  if (toolCallIds.length === 0) return spans;
  const rows = await db.$queryRaw<Row[]>`
    SELECT e.tool_call_id::text AS id, e.queued_at AS from_at, false AS asked, NULL::timestamptz AS answered_at,
      coalesce(e.started_at, e.finished_at) AS ended_at
    FROM execution e WHERE e.tool_call_id = ANY(${[...toolCallIds]}::uuid[])
    UNION ALL
    SELECT turn.parent_call_id::text, s.started_at, false, NULL, coalesce(s.ended_at, turn.ended_at)
    FROM turn JOIN model_step s ON s.turn_id = turn.id WHERE turn.parent_call_id = ANY(${[...toolCallIds]}::uuid[])
    UNION ALL
    SELECT turn.parent_call_id::text, t.requested_at, a.id IS NOT NULL OR t.tool = 'ask_user',
      CASE WHEN t.tool = 'ask_user' THEN coalesce(e.finished_at, a.answered_at) ELSE a.answered_at END,
      CASE WHEN t.status IN ('denied', 'finished', 'cancelled', 'expired') THEN coalesce(e.finished_at, t.changed_at)
        ELSE turn.ended_at END
    FROM turn JOIN step_call c ON c.turn_id = turn.id JOIN tool_call t ON t.id = c.tool_call_id
      LEFT JOIN approval a ON a.tool_call_id = t.id LEFT JOIN execution e ON e.tool_call_id = t.id
    WHERE turn.parent_call_id = ANY(${[...toolCallIds]}::uuid[])`;
  for (const row of rows)
    spans.get(row.id)?.push({
      requestedMs: row.from_at.getTime(),
      approval: row.asked ? { answeredMs: row.answered_at?.getTime() ?? null } : null,
      endedMs: row.ended_at?.getTime() ?? null,
    });
  return spans;
}
