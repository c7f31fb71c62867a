/**
 * Queued to running, with one winner, and everything a second decision needs as it is at that moment. A job only says that
 * something waits: what is taken, and whether, is found in the rows.
 * Proof: test/integration/worker/queue.test.ts, fairness.test.ts, lost.test.ts.
 */
import { Defect } from "@gatehouse/core/errors";
import type { Grant } from "@gatehouse/core/grant/grant";
import {
  type CommandCall,
  type FileCall,
  isCommandCall,
  isFileCall,
  isMediaCall,
  isScriptCall,
  isWebCall,
  parseToolCall,
  type ScriptCall,
  type SessionMode,
  type ShowCall,
  type ToolCall,
  type WebCall,
} from "@gatehouse/core/tool-call/tool-call";
import type { MediaCall } from "@gatehouse/core/tool-call/media-input";
import { limitsSchema } from "@gatehouse/core/policy/policy";
import { auditSql } from "../audit/append.ts";
import { callGrant, type GrantRow, grantColumns, standingGrants } from "../grant/live.ts";
import type { PolicyInForce } from "../policy/store.ts";
import { rowOf } from "../pool.ts";
import { sealedSecretsSql, type SealedSessionSecret } from "../secret/session.ts";
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
  /** what people gave in answer to questions of the session, still sealed */
  secrets: SealedSessionSecret[];
};

const defaultLimits = limitsSchema.parse({});

/** Work whose call starts a process. */
export type CommandWork = Work & { call: CommandCall };
export type FileWork = Work & { call: FileCall };
export type WebWork = Work & { call: WebCall };
export type MediaWork = Work & { call: MediaCall };
export type ScriptWork = Work & { call: ScriptCall };
export type ShowWork = Work & { call: ShowCall };

export function isCommandWork(work: Work): work is CommandWork {
  return isCommandCall(work.call);
}

export function isFileWork(work: Work): work is FileWork {
  return isFileCall(work.call);
}

export function isScriptWork(work: Work): work is ScriptWork {
  return isScriptCall(work.call);
}

export function isShowWork(work: Work): work is ShowWork {
  return work.call.tool === "open_file" || work.call.tool === "html_template";
}

export function isMediaWork(work: Work): work is MediaWork {
  return isMediaCall(work.call);
}

export function isWebWork(work: Work): work is WebWork {
  return isWebCall(work.call);
}

type Row = {
  id: string;
  lease: string;
  queued_at: Date;
  trace_parent: string | null;
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
  secrets: SealedSessionSecret[] | null;
  more: boolean;
  approval: { id: string; inputDigest: string; asks: string; strength: string } | null;
};

/**
 * Whose turn it is on this host. What waits is looked at by member and session, one step each however long the queue is:
 * the member who runs least here comes first, among equals the one whose last turn is longest ago, then the oldest call.
 * A member or a session at its limit is passed over. `$3` is the room for commands: free, extra (the host is full, and
 * only somebody who runs nothing here may still have a place) or none; `$6` whether there is room for background commands,
 * which take no place from others. Two hosts that take at the same instant may pass a member's limit by one.
 */
const turn = `
  waiting (background, member_id, session_id) AS (
      (SELECT e.background, e.member_id, e.session_id FROM execution e WHERE e.host_id = $1::uuid AND e.state = 'queued'
        ORDER BY e.background, e.member_id, e.session_id LIMIT 1)
    UNION ALL
      SELECT n.background, n.member_id, n.session_id FROM waiting w CROSS JOIN LATERAL (
        SELECT e.background, e.member_id, e.session_id FROM execution e
        WHERE e.host_id = $1::uuid AND e.state = 'queued'
          AND (e.background, e.member_id, e.session_id) > (w.background, w.member_id, w.session_id)
        ORDER BY e.background, e.member_id, e.session_id LIMIT 1) n),
  busy AS MATERIALIZED (
    SELECT member_id, session_id, host_id, background FROM execution WHERE state = 'running' AND NOT hostless),
  lane AS (
    SELECT w.background, w.member_id, w.session_id,
      (SELECT count(*) FROM busy b WHERE b.member_id = w.member_id AND NOT b.background) AS of_member,
      (SELECT count(*) FROM busy b WHERE b.session_id = w.session_id AND NOT b.background) AS of_session,
      (SELECT count(*) FROM busy b
        WHERE b.member_id = w.member_id AND b.host_id = $1::uuid AND b.background = w.background) AS here
    FROM waiting w),
  next AS (
    SELECT head.id FROM lane JOIN member m ON m.id = lane.member_id
      CROSS JOIN LATERAL (
        SELECT coalesce((p.document->'limits'->>'member_concurrency')::int, $4::int) AS of_member,
          coalesce((p.document->'limits'->>'session_concurrency')::int, $5::int) AS of_session
        FROM policy p WHERE p.org_id = m.org_id ORDER BY p.number DESC LIMIT 1) most
      CROSS JOIN LATERAL (
        SELECT e.id, e.queued_at FROM execution e WHERE e.host_id = $1::uuid AND e.state = 'queued'
          AND e.background = lane.background AND e.member_id = lane.member_id AND e.session_id = lane.session_id
          AND NOT e.hostless
        ORDER BY e.queued_at, e.id LIMIT 1) head
      LEFT JOIN host_turn t ON t.host_id = $1::uuid AND t.member_id = lane.member_id
    WHERE CASE WHEN lane.background THEN $6::boolean
        ELSE lane.of_member < most.of_member AND lane.of_session < most.of_session
          AND ($3::text = 'free' OR ($3::text = 'extra' AND lane.here = 0)) END
      AND EXISTS (SELECT 1 FROM host h JOIN installation i ON i.protocol = h.protocol
        WHERE h.id = $1::uuid AND h.state <> 'draining' AND h.removed_at IS NULL)
    ORDER BY lane.here, t.served_at NULLS FIRST, head.queued_at, head.id LIMIT 1)`;

// Nothing runs on a claim alone: the start that follows is durable, and what is durable after it makes the claim so.
const claim = {
  name: "execution_claim",
  text: `WITH RECURSIVE ${turn},
    claimed AS (
      UPDATE execution e SET state = 'running', lease = e.lease + 1, claimed_at = now(),
        lease_expires_at = now() + $2::int * interval '1 millisecond'
      FROM next WHERE e.id = next.id AND e.state = 'queued'
      RETURNING e.id, e.org_id, e.session_id, e.tool_call_id, e.member_id, e.host_id, e.lease, e.queued_at, e.trace_parent),
    served AS (
      INSERT INTO host_turn (host_id, member_id, served_at) SELECT host_id, member_id, clock_timestamp() FROM claimed
      ON CONFLICT (host_id, member_id) DO UPDATE SET served_at = excluded.served_at)
    SELECT c.id, c.lease::text, c.org_id, c.session_id, c.tool_call_id, c.queued_at, c.trace_parent, t.member_id, t.tool,
      coalesce((SELECT whole.input FROM tool_call_input whole WHERE whole.tool_call_id = t.id), t.input) AS input, t.input_digest, s.mode,
      w.directory AS workspace, (SELECT directory FROM home WHERE member_id = t.member_id AND host_id = c.host_id) AS home,
      (SELECT max(number) FROM policy WHERE org_id = c.org_id) AS policy_number,
      (SELECT json_agg(${grantColumns}) FROM "grant" g
        WHERE g.session_id = c.session_id AND g.revoked_at IS NULL AND g.expires_at > now()) AS grants,
      ${sealedSecretsSql("c")} AS secrets,
      EXISTS (SELECT FROM execution e WHERE e.host_id = c.host_id AND e.state = 'queued' AND e.id <> c.id) AS more,
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

export type Claimed = {
  lease: Lease;
  work: Work;
  queuedAt: Date;
  traceParent: string | null;
  /** whether more waits for this host, whosever turn it may be */
  more: boolean;
  /** when the claim was asked for, by this process's own clock: the lease is not older */
  at: number;
};

export type Room = { commands: "free" | "extra" | "none"; background: boolean };

/** The next execution of this host, if one may run now. */
export async function claimNext(ctx: HostCtx, room: Room): Promise<Claimed | null> {
  const at = performance.now();
  const { member_concurrency: ofMember, session_concurrency: ofSession } = defaultLimits;
  const row = await rowOf<Row>(ctx.pool, claim, [
    ctx.hostId,
    leaseMs,
    room.commands,
    ofMember,
    ofSession,
    room.background,
  ]);
  if (row === null) return null;
  const lease: Lease = { executionId: row.id, orgId: row.org_id, number: BigInt(row.lease) };
  try {
    const work = await workOf(ctx, row.id, row);
    return { lease, work, queuedAt: row.queued_at, traceParent: row.trace_parent, more: row.more, at };
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
    grants: [
      ...standingGrants(row.grants ?? []),
      ...(row.approval === null ? [] : [callGrant(row.approval)]),
    ],
    secrets: row.secrets ?? [],
  };
}
