/**
 * Commits that a command is about to start, with the decision it starts on. The sandbox holds the command back until this
 * resolved to true; false means that the lease is gone, a person cancelled or a grant it depends on ended, and nothing runs.
 * The grants are locked before the execution, as a revocation does it: whichever commits second sees the first.
 * Proof: test/integration/worker/revoke.test.ts.
 */
import { auditSql, eventsText } from "../audit/append.ts";
import { type Decided, decisionPayload, decisionRow } from "../decision/record.ts";
import { rowOf } from "../pool.ts";
import type { Work } from "./claim.ts";
import type { HostCtx, Lease } from "./host-ctx.ts";

export type Start = {
  lease: Lease;
  work: Work;
  decided: Decided;
  profileDigest: string | null;
  grantIds: string[];
};

const start = {
  name: "execution_start",
  text: `WITH live AS MATERIALIZED (
      SELECT g.id FROM "grant" g WHERE g.id = ANY($4::uuid[]) AND g.revoked_at IS NULL AND g.expires_at > now()
      ORDER BY g.id FOR UPDATE),
    started AS (
      UPDATE execution SET started_at = now(), profile_digest = $3::text, grant_ids = $4::uuid[]
      WHERE id = $1::uuid AND lease = $2::bigint AND state = 'running' AND cancel_requested_at IS NULL
        AND (SELECT count(*) FROM live) = cardinality($4::uuid[])
      RETURNING org_id, tool_call_id),
    call AS (UPDATE tool_call t SET status = 'executing' FROM started WHERE t.id = started.tool_call_id),
    decided AS (
      INSERT INTO decision (id, org_id, tool_call_id, facts, verdict, strength, effect, read_only, reasons, policy_number,
        defaults_digest, decided_at, path_facts)
      SELECT $5::uuid, org_id, tool_call_id, 'resolved', $6::text, $7::text, $8::text, $9::boolean, $10::text, $11::int,
        $12::text, $13::timestamptz, $15::text FROM started),
    used AS (UPDATE "grant" g SET uses = uses + 1 FROM started WHERE g.id = ANY($4::uuid[]))
    SELECT ${auditSql({ org: "started.org_id", actorKind: "'system'", member: "NULL::uuid", events: "$14::jsonb" })} AS audited
    FROM started`,
};

export async function startExecution(ctx: HostCtx, input: Start): Promise<boolean> {
  const { lease, work, decided } = input;
  const about = { sessionId: work.sessionId, toolCallId: work.toolCallId, executionId: lease.executionId };
  const decision = decisionRow(decided);
  const events = eventsText([
    { type: "tool_call.decided", ...about, payload: decisionPayload(decided) },
    {
      type: "execution.started",
      ...about,
      payload: {
        hostId: ctx.hostId,
        lease: Number(lease.number),
        inputDigest: work.digest,
        profileDigest: input.profileDigest,
        grantIds: input.grantIds,
      },
    },
  ]);
  const row = await rowOf(ctx.pool, start, [
    lease.executionId,
    lease.number,
    input.profileDigest,
    input.grantIds,
    decision.id,
    decision.verdict,
    decision.strength,
    decision.effect,
    decision.readOnly,
    decision.reasons,
    decision.policyNumber,
    decision.defaultsDigest,
    decision.decidedAt,
    events,
    decision.pathFacts,
  ]);
  return row !== null;
}
