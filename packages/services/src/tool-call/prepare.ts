import { Defect } from "@gatehouse/core/errors";
import { lexicalFacts } from "@gatehouse/core/path/facts";
import { combine } from "@gatehouse/core/policy/combine";
import type { Decision, Reason } from "@gatehouse/core/policy/decision";
import type { SessionMode, ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import type { Decided } from "../decision/record.ts";
import { type GrantRow, grantColumns, standingGrants } from "../grant/live.ts";
import type { PolicyInForce } from "../policy/store.ts";
import { rowOf } from "../pool.ts";
import { scriptFacts } from "../script-tool/facts.ts";
import { digestOf } from "./digest.ts";
import { requireAccess } from "../session/access.ts";

export type SessionFacts = {
  id: string;
  hostId: string;
  hostName: string;
  hostRemoved: boolean;
  ownerMemberId: string;
  archivedAt: Date | null;
};

export type Prepared = {
  session: SessionFacts;
  mode: SessionMode;
  policy: PolicyInForce;
  decision: Decision;
  decided: Decided;
  /** calls that the member asked for in the last minute */
  recentCalls: number;
};

type Row = {
  mode: string;
  host_id: string;
  host_name: string;
  host_removed: boolean;
  owner_member_id: string;
  archived_at: Date | null;
  visibility: string;
  shared: string | null;
  policy_number: number | null;
  open_jobs: number;
  recent_calls: number;
  grants: GrantRow[] | null;
};

const select = {
  name: "tool_call_prepare",
  text: `SELECT s.mode, s.host_id, h.name AS host_name, h.removed_at IS NOT NULL AS host_removed, s.owner_member_id, s.archived_at, s.visibility,
      (SELECT sm.access FROM session_member sm WHERE sm.session_id = s.id AND sm.member_id = $4::uuid) AS shared,
      (SELECT max(number) FROM policy WHERE org_id = s.org_id) AS policy_number,
      (SELECT count(*)::int FROM tool_call t WHERE t.session_id = s.id AND t.tool IN ('background_command', 'background_subagents')
        AND t.status IN ('requested', 'awaiting_approval', 'approved', 'executing') AND $3::text IN ('background_command', 'background_subagents')) AS open_jobs,
      (SELECT count(*)::int FROM tool_call t WHERE t.org_id = $2::uuid AND t.member_id = $4::uuid
        AND t.requested_at > now() - interval '1 minute') AS recent_calls,
      (SELECT json_agg(${grantColumns}) FROM "grant" g
        WHERE g.session_id = s.id AND g.revoked_at IS NULL AND g.expires_at > now()) AS grants
    FROM session s JOIN host h ON h.id = s.host_id WHERE s.id = $1::uuid AND s.org_id = $2::uuid`,
};

/** The decision on names: what the web tier can know without looking at the host. */
export async function prepare(ctx: Ctx, sessionId: string, call: ToolCall): Promise<Prepared> {
  const row = await rowOf<Row>(ctx.pool, select, [sessionId, ctx.org.id, call.tool, ctx.member.id]);
  if (row === null) throw notFound("session");
  requireAccess(
    ctx,
    { ownerMemberId: row.owner_member_id, visibility: row.visibility, shared: row.shared },
    "drive",
  );
  if (row.policy_number === null) throw new Defect(`org ${ctx.org.id} has no policy`);
  const policy = await ctx.policies.version(ctx.db, ctx.org.id, row.policy_number);
  const mode = cappedMode(row.mode, policy);
  const found = await ctx.evaluate.decide({
    call,
    mode,
    policy,
    grants: standingGrants(row.grants ?? []),
    facts: lexicalFacts,
    script: await scriptFacts(ctx.db, { orgId: ctx.org.id, call, memberId: ctx.member.id }),
    digest: digestOf(call),
    now: ctx.now,
  });
  const decision = withJobLimit(found, row.open_jobs, policy.document.limits.background_jobs);
  const decided: Decided = {
    decision,
    facts: "lexical",
    policyNumber: policy.number,
    defaultsDigest: policy.document.defaultsDigest,
    at: ctx.now,
  };
  const session = {
    id: sessionId,
    hostId: row.host_id,
    hostName: row.host_name,
    hostRemoved: row.host_removed,
    ownerMemberId: row.owner_member_id,
    archivedAt: row.archived_at,
  };
  return { session, mode, policy, decision, decided, recentCalls: row.recent_calls };
}

export function cappedMode(mode: string, policy: PolicyInForce): SessionMode {
  return mode === "auto" && policy.document.mode_cap === "auto" ? "auto" : "safe";
}

/** A session has so many commands in the background at once; what waits for an answer counts too. */
function withJobLimit(decision: Decision, open: number, limit: number): Decision {
  if (open < limit) return decision;
  const reason: Reason = {
    rule: "background-jobs",
    verdict: "deny",
    code: "too_many_jobs",
    sentence: `This session has ${open} commands and subagents in the background that are not over; ${limit} is the most.`,
    hint: "Wait for one to end or stop one, then ask again.",
  };
  return combine([...decision.reasons, reason], decision.effect, decision.readOnly);
}
