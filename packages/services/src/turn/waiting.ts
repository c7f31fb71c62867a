import { type CallSpan, workingTime } from "@gatehouse/core/agent/working-time";
import { goesOnBeside } from "@gatehouse/core/tool-call/subagent-tools";
import type { Db } from "../db.ts";
import { subagentSpans } from "./subagent-spans.ts";

export type WaitingCall = CallSpan & {
  callId: string;
  toolCallId: string;
  over: boolean;
  handed: boolean;
  /** of a subagent that the turn waits for: when it was at work itself */
  within: readonly CallSpan[] | null;
};

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

/** What goes on in the background answers with its handle as soon as it may run. */
const handing = ["approved", "executing", "finished"];

/** What a waiting turn waits for: its calls without a result, and how long each was at work. */
export async function waitingCalls(db: Db, turnId: string): Promise<WaitingCall[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT c.id::text AS call_id, t.id::text AS tool_call_id, t.tool, t.status, t.requested_at, a.id IS NOT NULL AS asked,
      a.answered_at, e.finished_at, t.changed_at
    FROM step_call c JOIN tool_call t ON t.id = c.tool_call_id LEFT JOIN approval a ON a.tool_call_id = t.id
      LEFT JOIN execution e ON e.tool_call_id = t.id
    WHERE c.turn_id = ${turnId}::uuid AND c.result IS NULL`;
  const subagents = rows.filter((row) => row.tool === "subagents").map((row) => row.tool_call_id);
  const within = await subagentSpans(db, subagents);
  return rows.map((row) => {
    const endedMs = over.includes(row.status) ? (row.finished_at ?? row.changed_at).getTime() : null;
    const handed = goesOnBeside(row.tool) && (handing.includes(row.status) || row.finished_at !== null);
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
      within: within.get(row.tool_call_id) ?? null,
    };
  });
}

export function workedFor(calls: readonly WaitingCall[], now: Date): number {
  const spans = calls.flatMap((call) => call.within ?? [call]);
  return workingTime(spans, now.getTime());
}
