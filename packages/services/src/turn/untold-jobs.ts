import type { Db } from "../db.ts";

/** Background commands of the last day that an agent asked for and of which it may not have been told everything. */
export async function untoldJobs(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT t.id::text FROM tool_call t JOIN step_call c ON c.tool_call_id = t.id
    WHERE t.tool IN ('background_command', 'background_subagents') AND t.changed_at > now() - interval '1 day' AND c.failed = false
      AND NOT EXISTS (SELECT 1 FROM message m
        WHERE m.session_id = t.session_id AND m.request_key = 'job-' || t.id::text || '-end')
      AND (t.status IN ('denied', 'finished', 'cancelled', 'expired') OR EXISTS (
        SELECT 1 FROM keyword_hit h JOIN execution e ON e.id = h.execution_id WHERE e.tool_call_id = t.id))
    ORDER BY t.changed_at LIMIT 50`;
  return rows.map((row) => row.id);
}
