import { limitsSchema } from "@gatehouse/core/policy/policy";
import type { WaitingFacts } from "@gatehouse/core/tool-call/waiting";
import type { Ctx } from "../context.ts";
import { type HostRow, hostColumns, stateOf } from "../host/state.ts";

type Row = {
  id: string;
  name: string;
  capacity: number;
  host: HostRow;
  host_labels: string[];
  labels: string[] | null;
  background: boolean;
  ahead: number;
  others: number;
  host_running: number;
  member_running: number;
  member_here: number;
  session_running: number;
};

/** Of each of these executions that still waits, what holds it up. */
export async function queueFacts(
  ctx: Ctx,
  executionIds: readonly string[],
): Promise<Map<string, WaitingFacts>> {
  if (executionIds.length === 0) return new Map();
  const [rows, { document }] = await Promise.all([
    queueRows(ctx, executionIds),
    ctx.policies.current(ctx.db, ctx.org.id),
  ]);
  const limits = { ...limitsSchema.parse({}), ...document.limits };
  return new Map(rows.map((row) => [row.id, factsOf(row, limits)]));
}

function factsOf(
  row: Row,
  limits: { member_concurrency: number; session_concurrency: number },
): WaitingFacts {
  const wanted = row.labels ?? [];
  return {
    host: { name: row.name, state: stateOf(row.host), capacity: row.capacity, running: row.host_running },
    labels: { wanted, missing: wanted.filter((label) => !row.host_labels.includes(label)) },
    background: row.background,
    ahead: row.ahead,
    others: row.others,
    member: { running: row.member_running, limit: limits.member_concurrency, runningHere: row.member_here },
    session: { running: row.session_running, limit: limits.session_concurrency },
  };
}

function queueRows(ctx: Ctx, executionIds: readonly string[]): Promise<Row[]> {
  return ctx.db.$queryRaw<Row[]>`
    WITH busy AS (SELECT member_id, session_id, host_id FROM execution WHERE state = 'running' AND NOT background
      AND NOT hostless)
    SELECT e.id::text, h.name, h.capacity, h.labels AS host_labels, s.labels, ${hostColumns} AS host, e.background,
      (SELECT count(*)::int FROM execution o WHERE o.host_id = e.host_id AND o.state = 'queued' AND o.background = e.background
        AND NOT o.hostless
        AND o.member_id = e.member_id AND (o.queued_at, o.id) < (e.queued_at, e.id)) AS ahead,
      (SELECT count(DISTINCT o.member_id)::int FROM execution o WHERE o.host_id = e.host_id AND o.state = 'queued'
        AND o.background = e.background AND o.member_id <> e.member_id) AS others,
      (SELECT count(*)::int FROM busy b WHERE b.host_id = e.host_id) AS host_running,
      (SELECT count(*)::int FROM busy b WHERE b.member_id = e.member_id) AS member_running,
      (SELECT count(*)::int FROM busy b WHERE b.member_id = e.member_id AND b.host_id = e.host_id) AS member_here,
      (SELECT count(*)::int FROM busy b WHERE b.session_id = e.session_id) AS session_running
    FROM execution e JOIN host h ON h.id = e.host_id JOIN session s ON s.id = e.session_id
    WHERE e.id = ANY(${[...executionIds]}::uuid[]) AND e.org_id = ${ctx.org.id}::uuid AND e.state = 'queued'`;
}
