import { shownArgv } from "@gatehouse/core/tool-call/shown-argv";
import { parseToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { Verdict } from "@gatehouse/core/policy/decision";
import type { Outcome, ToolCallStatus } from "@gatehouse/core/tool-call/status";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { emptySql, joinSql, type Sql, sql } from "../db.ts";
import { likePattern } from "../session/list.ts";

export type AuditFilter = {
  memberId?: string | undefined;
  verdict?: Verdict | undefined;
  outcome?: Outcome | undefined;
  program?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  text?: string | undefined;
};

export type AuditRow = {
  toolCallId: string;
  requestedAt: Date;
  actor: { kind: "person" | "agent" | "system"; memberId: string; name: string };
  session: { id: string; title: string };
  program: string;
  argv: string[];
  status: ToolCallStatus;
  verdict: Verdict;
  /** code of the first reason of the strictest decision */
  code: string | null;
  policyNumber: number;
  approval: { status: string; answeredBy: string | null } | null;
  executionId: string | null;
  outcome: Outcome | null;
  exitCode: number | null;
  signal: string | null;
  outputBytes: number;
  hostName: string | null;
  durationMs: number | null;
};

type Row = {
  id: string;
  requested_at: Date;
  actor_kind: string;
  member_id: string;
  member_name: string;
  session_id: string;
  session_title: string;
  program: string;
  tool: string;
  input: string;
  status: string;
  verdict: string;
  reasons: string;
  policy_number: number;
  approval_status: string | null;
  answered_by: string | null;
  execution_id: string | null;
  outcome: string | null;
  exit_code: number | null;
  signal: string | null;
  output_bytes: bigint | null;
  host_name: string | null;
  duration_ms: number | null;
};

const maxPage = 200;
/** where counting ends: beyond it nobody needs the number, and a page must not cost more with every call on record */
const countLimit = 10_000;

/** One row a tool call, refused ones too, newest first. `total` is null where there are more than 10,000. */
export async function listAudit(
  ctx: Ctx,
  input: AuditFilter & { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ items: AuditRow[]; nextCursor: string | null; total: number | null }> {
  await requireRole(ctx, "audit.read");
  const limit = Math.min(input.limit ?? 50, maxPage);
  const where = conditions(ctx, input);
  const page = input.cursor === undefined ? emptySql : sql`AND t.id < ${input.cursor}::uuid`;
  const [rows, totals] = await Promise.all([
    ctx.db.$queryRaw<Row[]>`
      SELECT t.id::text, t.requested_at, t.actor_kind, t.member_id::text, u.name AS member_name,
        s.id::text AS session_id, s.title AS session_title, t.program, t.tool, t.input, t.status,
        d.verdict, d.reasons, d.policy_number, a.status AS approval_status, au.name AS answered_by,
        e.id::text AS execution_id, e.outcome, e.exit_code, e.signal, e.output_bytes, h.name AS host_name,
        (extract(epoch FROM e.finished_at - e.started_at) * 1000)::int AS duration_ms
      ${source} WHERE ${where} ${page} ORDER BY t.id DESC LIMIT ${limit + 1}`,
    ctx.db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total
      FROM (SELECT 1 ${counted(input)} WHERE ${where} LIMIT ${countLimit + 1}) AS one`,
  ]);
  const items = rows.slice(0, limit).map(itemOf);
  const last = items.at(-1);
  const total = totals[0]?.total ?? 0;
  return {
    items,
    nextCursor: rows.length > limit && last !== undefined ? last.toolCallId : null,
    total: total > countLimit ? null : total,
  };
}

/** The strictest decision of a call stands for it. */
const decided = sql`JOIN LATERAL (SELECT verdict, reasons, policy_number FROM decision WHERE tool_call_id = t.id
    ORDER BY array_position(ARRAY['deny', 'ask', 'allow'], verdict), decided_at DESC LIMIT 1) d ON true`;

const source = sql`FROM tool_call t
  JOIN session s ON s.id = t.session_id
  JOIN member m ON m.id = t.member_id JOIN "user" u ON u.id = m.user_id
  ${decided}
  LEFT JOIN approval a ON a.tool_call_id = t.id
  LEFT JOIN member am ON am.id = a.answered_by LEFT JOIN "user" au ON au.id = am.user_id
  LEFT JOIN execution e ON e.tool_call_id = t.id LEFT JOIN host h ON h.id = e.host_id`;

/** The rows of a filter, with no more beside the call than the filter looks at. */
function counted({ verdict, outcome }: AuditFilter): Sql {
  return sql`FROM tool_call t ${verdict === undefined ? emptySql : decided}
    ${outcome === undefined ? emptySql : sql`LEFT JOIN execution e ON e.tool_call_id = t.id`}`;
}

function conditions(ctx: Ctx, filter: AuditFilter): Sql {
  const all = [sql`t.org_id = ${ctx.org.id}::uuid`];
  if (filter.memberId !== undefined) all.push(sql`t.member_id = ${filter.memberId}::uuid`);
  if (filter.verdict !== undefined) all.push(sql`d.verdict = ${filter.verdict}`);
  if (filter.outcome === "refused")
    all.push(sql`(e.outcome = 'refused' OR t.status IN ('denied', 'expired'))`);
  else if (filter.outcome === "cancelled") all.push(sql`(e.outcome = 'cancelled' OR t.status = 'cancelled')`);
  else if (filter.outcome !== undefined) all.push(sql`e.outcome = ${filter.outcome}`);
  if (filter.program !== undefined) all.push(sql`t.program = ${filter.program}`);
  if (filter.from !== undefined) all.push(sql`t.requested_at >= ${filter.from}`);
  if (filter.to !== undefined) all.push(sql`t.requested_at <= ${filter.to}`);
  if (filter.text !== undefined && filter.text.trim() !== "") {
    all.push(sql`t.input ILIKE ${likePattern(JSON.stringify(filter.text.trim()).slice(1, -1))}`);
  }
  return joinSql(all, " AND ");
}

function itemOf(row: Row): AuditRow {
  const reasons = JSON.parse(row.reasons) as { code: string }[];
  return {
    toolCallId: row.id,
    requestedAt: row.requested_at,
    actor: {
      kind: row.actor_kind as AuditRow["actor"]["kind"],
      memberId: row.member_id,
      name: row.member_name,
    },
    session: { id: row.session_id, title: row.session_title },
    program: row.program,
    argv: shownArgv(parseToolCall(row.tool, JSON.parse(row.input))),
    status: row.status as ToolCallStatus,
    verdict: row.verdict as Verdict,
    code: reasons[0]?.code ?? null,
    policyNumber: row.policy_number,
    approval:
      row.approval_status === null ? null : { status: row.approval_status, answeredBy: row.answered_by },
    executionId: row.execution_id,
    outcome: row.outcome as Outcome | null,
    exitCode: row.exit_code,
    signal: row.signal,
    outputBytes: Number(row.output_bytes ?? 0n),
    hostName: row.host_name,
    durationMs: row.duration_ms,
  };
}
