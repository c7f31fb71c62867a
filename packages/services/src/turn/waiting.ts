import { type CallSpan, workingTime } from "@gatehouse/core/agent/working-time";
import type { Db } from "../db.ts";

export type WaitingCall = CallSpan & { callId: string; toolCallId: string; over: boolean; handed: boolean };

type Row = {
  call_id: string;
  tool_call_id: string;
  tool: string;
  status: string;
  requested_at: Date;
  asked: boolean;
  answered_at: Date | null;
  finished_at: Date | null;
  changed_at: Date;
};

const over = ["denied", "finished", "cancelled", "expired"];

/** A command in the background answers with its handle as soon as it may run. */
const handing = ["approved", "executing", "finished"];

/** What a waiting turn waits for: its calls without a result, and how long each was at work. */
export async function waitingCalls(db: Db, turnId: string): Promise<WaitingCall[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT c.id::text AS call_id, t.id::text AS tool_call_id, t.tool, t.status, t.requested_at, a.id IS NOT NULL AS asked,
      a.answered_at, e.finished_at, t.changed_at
    FROM step_call c JOIN tool_call t ON t.id = c.tool_call_id LEFT JOIN approval a ON a.tool_call_id = t.id
      LEFT JOIN execution e ON e.tool_call_id = t.id
    WHERE c.turn_id = ${turnId}::uuid AND c.result IS NULL`;
  return rows.map((row) => {
    const endedMs = over.includes(row.status) ? (row.finished_at ?? row.changed_at).getTime() : null;
    const handed =
      row.tool === "background_command" && (handing.includes(row.status) || row.finished_at !== null);
    const handedMs = (row.answered_at ?? row.requested_at).getTime();
    // A question to a person is nobody's work: its whole time is the person's.
    const answeredMs = row.tool === "ask_user" ? endedMs : (row.answered_at?.getTime() ?? null);
    return {
      callId: row.call_id,
      toolCallId: row.tool_call_id,
      over: handed || endedMs !== null,
      handed,
      requestedMs: row.requested_at.getTime(),
      approval: row.asked || row.tool === "ask_user" ? { answeredMs } : null,
      endedMs: handed ? handedMs : endedMs,
    };
  });
}

export function workedFor(calls: readonly WaitingCall[], now: Date): number {
  return workingTime(calls, now.getTime());
}
