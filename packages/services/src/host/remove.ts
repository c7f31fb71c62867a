import { AppError } from "@gatehouse/core/errors";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { maintenanceActor } from "../execution/host-ctx.ts";
import { withTransaction } from "../transaction.ts";
import { appendForAllAudited } from "./for-all-audited.ts";

/** What goes with a host when it is removed. */
export type HostLosses = { sessions: number; waiting: number; running: number; homes: number };

export async function hostLosses(ctx: Ctx, id: string): Promise<HostLosses> {
  await requireRole(ctx, "host.manage");
  return lossesOf(ctx.db, id);
}

async function lossesOf(db: Ctx["db"] | Tx, id: string): Promise<HostLosses> {
  const [sessions, waiting, running, homes] = await Promise.all([
    db.session.count({ where: { hostId: id, archivedAt: null } }),
    db.execution.count({ where: { hostId: id, state: "queued" } }),
    db.execution.count({ where: { hostId: id, state: "running" } }),
    db.home.count({ where: { hostId: id } }),
  ]);
  return { sessions, waiting, running, homes };
}

/**
 * Takes a host out for good: its name is free again, its worker may not come back. `lose` is the explicit choice to give
 * up what is on it: sessions become readable only, waiting calls are refused. Nothing that runs is cut off this way.
 */
export async function removeHost(ctx: Ctx, input: { id: string; lose: boolean }): Promise<HostLosses> {
  await requireRole(ctx, "host.manage");
  const { queued, losses, hostId } = await withTransaction(ctx.db, async (tx) => {
    const [host] = await tx.$queryRaw<{ id: string; name: string }[]>`
      SELECT id::text, name FROM host WHERE id = ${input.id}::uuid AND removed_at IS NULL FOR UPDATE`;
    if (host === undefined) throw notFound("host");
    const found = await lossesOf(tx, host.id);
    requireFree(found, input.lose);
    const stamp = ctx.now.toISOString().slice(0, 19).replace("T", " ");
    await tx.host.update({
      where: { id: host.id },
      data: { removedAt: ctx.now, name: `${host.name} (removed ${stamp})`.slice(0, 240), secretHash: null },
    });
    const payload = { hostId: host.id, name: host.name, losses: { ...found }, ...originOf(ctx) };
    await appendForAllAudited(
      tx,
      { system: maintenanceActor, person: auditActor(ctx) },
      { type: "host.removed", payload },
    );
    // After it, so that the chains of several orgs are locked in one order everywhere.
    const refused = await refuseWaiting(tx, host);
    return { queued: refused, losses: found, hostId: host.id };
  });
  for (const id of queued) await ctx.queues.removeExecution(hostId, id).catch(() => undefined);
  return losses;
}

function requireFree(losses: HostLosses, lose: boolean): void {
  if (losses.running > 0) {
    throw new AppError(
      "conflict",
      `${losses.running} ${losses.running === 1 ? "command runs" : "commands run"} on this host. Drain it, or cancel them, first.`,
    );
  }
  if (!lose && losses.sessions + losses.waiting > 0) {
    throw new AppError(
      "conflict",
      `${losses.sessions} open ${losses.sessions === 1 ? "session has its" : "sessions have their"} files on this host. Archive them, or say that they may be lost.`,
      { details: { ...losses } },
    );
  }
}

async function refuseWaiting(tx: Tx, host: { id: string; name: string }): Promise<string[]> {
  const refusal = {
    code: "host_removed",
    sentence: `The host ${host.name} was removed before the call was started; nothing ran.`,
    hint: "Make a new session: it goes to another host. The files of this one are gone.",
  };
  const refused = await tx.$queryRaw<
    { id: string; org_id: string; session_id: string; tool_call_id: string }[]
  >`
    UPDATE execution SET state = 'finished', outcome = 'refused', finished_at = now(),
      outcome_detail = ${refusal.sentence}, refusal = ${JSON.stringify(refusal)}::jsonb
    WHERE host_id = ${host.id}::uuid AND state = 'queued'
    RETURNING id::text, org_id::text, session_id::text, tool_call_id::text`;
  if (refused.length === 0) return [];
  await tx.toolCall.updateMany({
    where: { id: { in: refused.map((row) => row.tool_call_id) } },
    data: { status: "finished" },
  });
  for (const orgId of [...new Set(refused.map((row) => row.org_id))].sort()) {
    await appendAudit(
      tx,
      { orgId, actor: maintenanceActor },
      refused
        .filter((row) => row.org_id === orgId)
        .map((row) => ({
          type: "execution.refused" as const,
          sessionId: row.session_id,
          toolCallId: row.tool_call_id,
          executionId: row.id,
          payload: { hostId: host.id, code: refusal.code, sentence: refusal.sentence },
        })),
    );
  }
  return refused.map((row) => row.id);
}
