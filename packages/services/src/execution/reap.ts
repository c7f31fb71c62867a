/**
 * Ends what nobody answers for any more, from any process that can reach Postgres: the worker that died is not needed.
 * A lost execution is never run again. Proof: test/integration/worker/lost.test.ts.
 */
import type { Services } from "../context.ts";
import { appendAudit } from "../audit/append.ts";
import { withTransaction } from "../transaction.ts";
import { maintenanceActor } from "./host-ctx.ts";

type Reaping = Pick<Services, "db" | "log">;
type Lost = {
  id: string;
  org_id: string;
  session_id: string;
  tool_call_id: string;
  host_id: string;
  output_bytes: bigint;
  started: boolean;
};

/** One after the other, what a dead host ran would end late where each end takes long. */
const atOnce = 4;

export async function reapLost(ctx: Reaping): Promise<string[]> {
  const due = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM execution WHERE state = 'running' AND lease_expires_at < now() LIMIT 50`;
  const lost: string[] = [];
  for (let from = 0; from < due.length; from += atOnce) {
    const ended = due.slice(from, from + atOnce).map(async ({ id }) => {
      if (await loseOne(ctx, id)) lost.push(id);
    });
    await Promise.all(ended);
  }
  return lost;
}

async function loseOne(ctx: Reaping, id: string): Promise<boolean> {
  return withTransaction(ctx.db, async (tx) => {
    const rows = await tx.$queryRaw<Lost[]>`
      UPDATE execution SET state = 'finished', outcome = 'lost', finished_at = now(), outcome_detail =
        CASE WHEN started_at IS NULL THEN 'Its worker no longer answered before the command was started; nothing ran.'
        WHEN output_bytes = 0 THEN 'Its worker no longer answered while the command ran. No output is known, and neither is what it had done until then.'
        ELSE 'Its worker no longer answered while the command ran. The first ' || output_bytes || ' bytes of its output are kept; what it had done until then is not known.' END
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
