/**
 * Makes the rows of a restored installation true. What was open when the backup was taken went on without it: a queued
 * call may have run since, so none is run now, and what ran is lost.
 */
import type { AuditEvent } from "@gatehouse/core/audit/event";
import { appendAudit } from "../audit/append.ts";
import type { Db, Tx } from "../db.ts";
import { maintenanceActor } from "../execution/host-ctx.ts";
import { withTransaction } from "../transaction.ts";

type Call = { toolCallId: string; sessionId: string; executionId?: string };

const notRun =
  "Not run: this installation was restored from a backup that was taken while the call waited. Ask again.";
const lostDetail =
  "The installation was restored from a backup that was taken while the command ran; its later output and its end are not known.";

export async function settleRestored(
  db: Db,
  backup: { takenAt: string; digest: string },
): Promise<{ notRun: number; lost: number }> {
  const orgs = await db.org.findMany({ select: { id: true } });
  const total = { notRun: 0, lost: 0 };
  for (const { id } of orgs) {
    await withTransaction(db, async (tx) => {
      const waiting = [...(await endQueued(tx, id)), ...(await endPending(tx, id))];
      const lost = await endRunning(tx, id);
      await dropMessages(tx, id);
      await appendAudit(tx, { orgId: id, actor: maintenanceActor }, [
        { type: "installation.restored", payload: backup },
        ...waiting.map(
          (call): AuditEvent => ({ type: "tool_call.cancelled", ...call, payload: { before: "restored" } }),
        ),
        ...lost.map(
          (call): AuditEvent => ({
            type: "execution.finished",
            ...call,
            payload: { outcome: "lost", detail: lostDetail },
          }),
        ),
      ]);
      total.notRun += waiting.length;
      total.lost += lost.length;
    });
  }
  return total;
}

/** Said in each org's chain: whoever holds the file holds everything. */
export async function recordBackup(
  db: Db,
  backup: { takenAt: string; digest: string; secrets: boolean; hostFiles: boolean },
): Promise<void> {
  for (const { id } of await db.org.findMany({ select: { id: true } })) {
    await withTransaction(db, (tx) =>
      appendAudit(tx, { orgId: id, actor: maintenanceActor }, [
        { type: "installation.backed_up", payload: backup },
      ]),
    );
  }
}

async function endQueued(tx: Tx, orgId: string): Promise<Call[]> {
  return tx.$queryRaw<Call[]>`
    WITH ended AS (
      UPDATE execution SET state = 'finished', outcome = 'cancelled', outcome_detail = ${notRun}, finished_at = now()
      WHERE org_id = ${orgId}::uuid AND state = 'queued' RETURNING id, session_id, tool_call_id),
    call AS (UPDATE tool_call t SET status = 'cancelled' FROM ended WHERE t.id = ended.tool_call_id)
    SELECT tool_call_id::text AS "toolCallId", session_id::text AS "sessionId", id::text AS "executionId" FROM ended`;
}

async function endPending(tx: Tx, orgId: string): Promise<Call[]> {
  return tx.$queryRaw<Call[]>`
    WITH ended AS (
      UPDATE approval SET status = 'cancelled', answered_at = now()
      WHERE org_id = ${orgId}::uuid AND status = 'pending' RETURNING tool_call_id)
    UPDATE tool_call t SET status = 'cancelled' FROM ended WHERE t.id = ended.tool_call_id
    RETURNING t.id::text AS "toolCallId", t.session_id::text AS "sessionId"`;
}

/** Messages that were on their way when the backup was taken were sent since, or are about what is over now. */
async function dropMessages(tx: Tx, orgId: string): Promise<void> {
  await tx.notification.updateMany({ where: { orgId, unplanned: true }, data: { unplanned: false } });
  await tx.notificationDelivery.updateMany({
    where: { orgId, status: { in: ["queued", "sending"] } },
    data: {
      status: "dropped",
      leaseUntil: null,
      endedAt: new Date(),
      detail: "The installation was restored from a backup.",
    },
  });
}

async function endRunning(tx: Tx, orgId: string): Promise<Call[]> {
  return tx.$queryRaw<Call[]>`
    WITH ended AS (
      UPDATE execution SET state = 'finished', outcome = 'lost', outcome_detail = ${lostDetail}, finished_at = now()
      WHERE org_id = ${orgId}::uuid AND state = 'running' RETURNING id, session_id, tool_call_id),
    call AS (UPDATE tool_call t SET status = 'finished' FROM ended WHERE t.id = ended.tool_call_id)
    SELECT tool_call_id::text AS "toolCallId", session_id::text AS "sessionId", id::text AS "executionId" FROM ended`;
}
