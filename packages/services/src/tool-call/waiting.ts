import { limitsSchema } from "@gatehouse/core/policy/policy";
import { type Waiting, waitingForApproval, waitingInQueue } from "@gatehouse/core/tool-call/waiting";
import type { Ctx } from "../context.ts";
import { type HostRow, hostColumns, stateOf } from "../host/state.ts";
import { getToolCall } from "./get.ts";

type Row = {
  name: string;
  capacity: number;
  host: HostRow;
  background: boolean;
  ahead: number;
  others: number;
  host_running: number;
  member_running: number;
  member_here: number;
  session_running: number;
};

/** Why a call is not running, in words; null when it runs, or is over. */
export async function waitingOf(ctx: Ctx, id: string): Promise<Waiting | null> {
  const call = await getToolCall(ctx, id);
  const { document } = await ctx.policies.current(ctx.db, ctx.org.id);
  if (call.approval?.status === "pending") {
    return waitingForApproval({
      strength: call.approval.strength,
      mayAnswer: call.approval.mayAnswer,
      secondPerson: document.second_person,
      stepUpRoles: document.step_up_role,
    });
  }
  if (call.execution?.state !== "queued") return null;
  const row = await queueRow(ctx, call.execution.id);
  if (row === null) return null;
  const limits = { ...limitsSchema.parse({}), ...document.limits };
  return waitingInQueue({
    host: { name: row.name, state: stateOf(row.host), capacity: row.capacity, running: row.host_running },
    background: row.background,
    ahead: row.ahead,
    others: row.others,
    member: { running: row.member_running, limit: limits.member_concurrency, runningHere: row.member_here },
    session: { running: row.session_running, limit: limits.session_concurrency },
  });
}

async function queueRow(ctx: Ctx, executionId: string): Promise<Row | null> {
  const rows = await ctx.db.$queryRaw<Row[]>`
    WITH busy AS (SELECT member_id, session_id, host_id FROM execution WHERE state = 'running' AND NOT background)
    SELECT h.name, h.capacity, ${hostColumns} AS host, e.background,
      (SELECT count(*)::int FROM execution o WHERE o.host_id = e.host_id AND o.state = 'queued' AND o.background = e.background
        AND o.member_id = e.member_id AND (o.queued_at, o.id) < (e.queued_at, e.id)) AS ahead,
      (SELECT count(DISTINCT o.member_id)::int FROM execution o WHERE o.host_id = e.host_id AND o.state = 'queued'
        AND o.background = e.background AND o.member_id <> e.member_id) AS others,
      (SELECT count(*)::int FROM busy b WHERE b.host_id = e.host_id) AS host_running,
      (SELECT count(*)::int FROM busy b WHERE b.member_id = e.member_id) AS member_running,
      (SELECT count(*)::int FROM busy b WHERE b.member_id = e.member_id AND b.host_id = e.host_id) AS member_here,
      (SELECT count(*)::int FROM busy b WHERE b.session_id = e.session_id) AS session_running
    FROM execution e JOIN host h ON h.id = e.host_id
    WHERE e.id = ${executionId}::uuid AND e.org_id = ${ctx.org.id}::uuid AND e.state = 'queued'`;
  return rows[0] ?? null;
}
