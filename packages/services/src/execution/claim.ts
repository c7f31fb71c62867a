/**
 * Queued to running, with one winner, and everything a second decision needs as it is at that moment. A job that was
 * delivered twice, or came back with an old Redis file, finds the row no longer queued and ends.
 * Proof: test/integration/worker/queue.test.ts, lost.test.ts.
 */
import { Defect } from "@gatehouse/core/errors";
import type { Grant } from "@gatehouse/core/grant/grant";
import {
  type CommandCall,
  type FileCall,
  isCommandCall,
  isFileCall,
  isWebCall,
  parseToolCall,
  type SessionMode,
  type ToolCall,
  type WebCall,
} from "@gatehouse/core/tool-call/tool-call";
import { auditSql } from "../audit/append.ts";
import { callGrant, type GrantRow, grantColumns, pathGrants } from "../grant/live.ts";
import type { PolicyInForce } from "../policy/store.ts";
import { rowOf } from "../pool.ts";
import { digestOf } from "../tool-call/digest.ts";
import { cappedMode } from "../tool-call/prepare.ts";
import { failUnstarted } from "./end-unstarted.ts";
import type { HostCtx, Lease } from "./host-ctx.ts";
import { leaseMs } from "./timings.ts";

export type Work = {
  executionId: string;
  orgId: string;
  sessionId: string;
  toolCallId: string;
  memberId: string;
  call: ToolCall;
  digest: string;
  mode: SessionMode;
  workspaceDirectory: string;
  /** of the member who asked; null until the first call of that member on this host */
  homeDirectory: string | null;
  policy: PolicyInForce;
  /** path grants of the session and, where a person approved, what they approved of this call */
  grants: Grant[];
};

/** Work whose call starts a process. */
export type CommandWork = Work & { call: CommandCall };
export type FileWork = Work & { call: FileCall };
export type WebWork = Work & { call: WebCall };

export function isCommandWork(work: Work): work is CommandWork {
  return isCommandCall(work.call);
}

export function isFileWork(work: Work): work is FileWork {
  return isFileCall(work.call);
}

export function isWebWork(work: Work): work is WebWork {
  return isWebCall(work.call);
}

type Row = {
  lease: string;
  org_id: string;
  session_id: string;
  tool_call_id: string;
  member_id: string;
  tool: string;
  input: string;
  input_digest: string;
  mode: string;
  workspace: string;
  home: string | null;
  policy_number: number;
  grants: GrantRow[] | null;
  approval: { id: string; inputDigest: string; asks: string; strength: string } | null;
};

// Nothing runs on a claim alone: the start that follows is durable, and what is durable after it makes the claim so.
const claim = {
  name: "execution_claim",
  text: `WITH claimed AS (
      UPDATE execution SET state = 'running', lease = lease + 1, claimed_at = now(),
        lease_expires_at = now() + $3::int * interval '1 millisecond'
      WHERE id = $1::uuid AND host_id = $2::uuid AND state = 'queued' AND ($4::boolean OR NOT EXISTS (
        SELECT 1 FROM tool_call b WHERE b.id = execution.tool_call_id AND b.tool = 'background_command'))
      RETURNING id, org_id, session_id, tool_call_id, host_id, lease)
    SELECT c.lease::text, c.org_id, c.session_id, c.tool_call_id, t.member_id, t.tool,
      coalesce((SELECT whole.input FROM tool_call_input whole WHERE whole.tool_call_id = t.id), t.input) AS input, t.input_digest, s.mode,
      w.directory AS workspace, (SELECT directory FROM home WHERE member_id = t.member_id AND host_id = c.host_id) AS home,
      (SELECT max(number) FROM policy WHERE org_id = c.org_id) AS policy_number,
      (SELECT json_agg(${grantColumns}) FROM "grant" g
        WHERE g.session_id = c.session_id AND g.revoked_at IS NULL AND g.expires_at > now()) AS grants,
      (SELECT json_build_object('id', a.id, 'inputDigest', a.input_digest, 'asks', a.asks, 'strength', a.strength)
        FROM approval a WHERE a.tool_call_id = c.tool_call_id AND a.status = 'approved') AS approval,
      set_config('synchronous_commit', 'off', true) AS soft,
      ${auditSql({
        org: "c.org_id",
        actorKind: "'system'",
        member: "NULL::uuid",
        events: `jsonb_build_array(jsonb_build_object('type', 'execution.claimed', 'sessionId', c.session_id,
          'toolCallId', c.tool_call_id, 'executionId', c.id,
          'payload', jsonb_build_object('hostId', c.host_id, 'lease', c.lease)))`,
      })} AS audited
    FROM claimed c JOIN tool_call t ON t.id = c.tool_call_id JOIN session s ON s.id = c.session_id
      JOIN workspace w ON w.session_id = c.session_id`,
};

export async function claimExecution(
  ctx: HostCtx,
  executionId: string,
  may: { background: boolean } = { background: true },
): Promise<{ lease: Lease; work: Work } | null> {
  const row = await rowOf<Row>(ctx.pool, claim, [executionId, ctx.hostId, leaseMs, may.background]);
  if (row === null) return null;
  const lease: Lease = { executionId, orgId: row.org_id, number: BigInt(row.lease) };
  try {
    return { lease, work: await workOf(ctx, executionId, row) };
  } catch (error) {
    await failUnstarted(ctx, { lease, work: { sessionId: row.session_id, toolCallId: row.tool_call_id } });
    throw error;
  }
}

async function workOf(ctx: HostCtx, executionId: string, row: Row): Promise<Work> {
  const policy = await ctx.policies.version(ctx.db, row.org_id, row.policy_number);
  const call = parseToolCall(row.tool, JSON.parse(row.input));
  const digest = digestOf(call);
  if (digest !== row.input_digest) {
    throw new Defect(`the input of tool call ${row.tool_call_id} is not what was decided`);
  }
  return {
    executionId,
    orgId: row.org_id,
    sessionId: row.session_id,
    toolCallId: row.tool_call_id,
    memberId: row.member_id,
    call,
    digest,
    mode: cappedMode(row.mode, policy),
    workspaceDirectory: row.workspace,
    homeDirectory: row.home,
    policy,
    grants: [...pathGrants(row.grants ?? []), ...(row.approval === null ? [] : [callGrant(row.approval)])],
  };
}
