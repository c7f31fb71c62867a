/**
 * Ends what nobody answers for any more, from any process that can reach Postgres: the worker that died is not needed.
 * A lost execution is never run again. Proof: test/integration/execution.lost.test.ts.
 */
import type { Services } from "../context.ts";
import { appendAudit } from "../audit/append.ts";
import { withTransaction } from "../transaction.ts";
import { maintenanceActor } from "./host-ctx.ts";
import { requeueAfterMs } from "./timings.ts";

type Reaping = Pick<Services, "db" | "queues" | "log">;
type Lost = {
  id: string;
  org_id: string;
  session_id: string;
  tool_call_id: string;
  host_id: string;
  output_bytes: bigint;
  started: boolean;
};

export async function reapLost(ctx: Pick<Reaping, "db" | "log">): Promise<string[]> {
  const due = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM execution WHERE state = 'running' AND lease_expires_at < now() LIMIT 50`;
  const lost: string[] = [];
  for (const { id } of due) if (await loseOne(ctx, id)) lost.push(id);
  return lost;
}

async function loseOne(ctx: Pick<Reaping, "db" | "log">, id: string): Promise<boolean> {
  return withTransaction(ctx.db, async (tx) => {
    const rows = await tx.$queryRaw<Lost[]>`
      UPDATE execution SET state = 'finished', outcome = 'lost', finished_at = now(), outcome_detail =
        CASE WHEN started_at IS NULL THEN 'The worker died before the command was started; nothing ran.'
        WHEN output_bytes = 0 THEN 'The worker died while the command ran. No output is known, and neither is what it had done until then.'
        ELSE 'The worker died while the command ran. The first ' || output_bytes || ' bytes of its output are kept; what it had done until then is not known.' END
      WHERE id = ${id}::uuid AND state = 'running' AND lease_expires_at < now()
      RETURNING id::text, org_id::text, session_id::text, tool_call_id::text, host_id::text, output_bytes,
        started_at IS NOT NULL AS started`;
    const row = rows[0];
    if (row === undefined) return false;
    await tx.toolCall.updateMany({ where: { id: row.tool_call_id }, data: { status: "finished" } });
    await appendAudit(tx, { orgId: row.org_id, actor: maintenanceActor }, [
      {
        type: "execution.finished",
        sessionId: row.session_id,
        toolCallId: row.tool_call_id,
        executionId: row.id,
        payload: {
          hostId: row.host_id,
          outcome: "lost",
          started: row.started,
          outputBytes: Number(row.output_bytes),
        },
      },
    ]);
    ctx.log.warn({ executionId: row.id }, "an execution is lost: its worker no longer answers");
    return true;
  });
}

/** How many of each host are looked at in one round, the oldest first: a host that is away hides no other's lost job. */
const perHost = 200;

/** A queued row whose job is gone gets a new one; the claim makes a duplicate harmless. */
export async function requeueOrphans(ctx: Reaping): Promise<string[]> {
  const waiting = await ctx.db.$queryRaw<{ id: string; host_id: string }[]>`
    SELECT id::text, host_id::text FROM (
      SELECT e.id, e.host_id, row_number() OVER (PARTITION BY e.host_id ORDER BY e.queued_at, e.id) AS place
      FROM execution e
      WHERE e.state = 'queued' AND e.queued_at < now() - ${requeueAfterMs} * interval '1 millisecond') waiting
    WHERE place <= ${perHost}`;
  const added: string[] = [];
  for (const { id, host_id } of waiting) {
    if (await ctx.queues.repairExecution(host_id, id)) added.push(id);
  }
  return added;
}
