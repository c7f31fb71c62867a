import type { AuditEvent } from "@gatehouse/core/audit/event";
import { auditSql, eventsText } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { rowOf } from "../pool.ts";
import type { ToolCallRow } from "./row.ts";

const columns = {
  call: "id, org_id, session_id, actor_kind, member_id, request_key, tool, input, input_digest, program, status, requested_at, parent_call_id",
  decision:
    "id, org_id, tool_call_id, facts, verdict, strength, effect, read_only, reasons, policy_number, defaults_digest, decided_at",
};

/** The call, its decision, what follows from it and the audit events: one statement, one commit. */
const insert = {
  name: "tool_call_insert",
  text: `WITH call AS (
      INSERT INTO tool_call (${columns.call})
      VALUES ($1::uuid, $2::uuid, $3::uuid, $4::text, $5::uuid, $6::text, $7::text, $8::text, $9::text, $10::text, $11::text,
        $12::timestamptz, $31::uuid) RETURNING id, org_id),
    decided AS (
      INSERT INTO decision (${columns.decision})
      SELECT $13::uuid, org_id, id, 'lexical', $14::text, $15::text, $16::text, $17::boolean, $18::text, $19::int, $20::text,
        $12::timestamptz FROM call),
    asked AS (
      INSERT INTO approval (id, org_id, tool_call_id, input_digest, asks, strength, requested_at, expires_at, second_person)
      SELECT $21::uuid, org_id, id, $9::text, $22::text, $23::text, $12::timestamptz, $24::timestamptz, $30::boolean FROM call WHERE $21::uuid IS NOT NULL),
    queued AS (
      INSERT INTO execution (id, org_id, tool_call_id, session_id, host_id, queued_at, trace_parent)
      SELECT $25::uuid, org_id, id, $3::uuid, $26::uuid, now(), $29::text FROM call WHERE $25::uuid IS NOT NULL),
    whole AS (
      INSERT INTO tool_call_input (tool_call_id, input) SELECT id, $28::text FROM call WHERE $28::text IS NOT NULL),
    used AS (UPDATE session SET last_used_at = $12::timestamptz WHERE id = $3::uuid)
    SELECT (SELECT count(*)::int FROM execution WHERE host_id = $26::uuid AND state = 'queued') AS ahead,
      ${auditSql({ org: "call.org_id", actorKind: "$4::text", member: "$5::uuid", events: "$27::jsonb" })} AS audited
    FROM call`,
};

/** Gives how many executions wait before this one. A request key that was used fails as a unique violation. */
export async function insertToolCall(
  ctx: Ctx,
  draft: ToolCallRow,
  of: { hostId: string; wholeInput: string | null; events: readonly AuditEvent[] },
): Promise<number> {
  const [decision] = draft.decisions;
  const { approval, execution } = draft;
  if (decision === undefined) throw new Error("a tool call is recorded with its decision");
  const row = await rowOf<{ ahead: number }>(ctx.pool, insert, [
    draft.id,
    draft.orgId,
    draft.sessionId,
    draft.actorKind,
    draft.memberId,
    draft.requestKey,
    draft.tool,
    draft.input,
    draft.inputDigest,
    draft.program,
    draft.status,
    draft.requestedAt,
    decision.id,
    decision.verdict,
    decision.strength,
    decision.effect,
    decision.readOnly,
    decision.reasons,
    decision.policyNumber,
    decision.defaultsDigest,
    approval?.id ?? null,
    approval?.asks ?? null,
    approval?.strength ?? null,
    approval?.expiresAt ?? null,
    execution?.id ?? null,
    of.hostId,
    eventsText(of.events),
    of.wholeInput,
    execution?.traceParent ?? null,
    approval?.secondPerson ?? false,
    draft.parentCallId,
  ]);
  return row?.ahead ?? 0;
}
