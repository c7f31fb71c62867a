import { appendAudit } from "../audit/append.ts";
import { type HostCtx, workerActor } from "../execution/host-ctx.ts";
import { withTransaction } from "../transaction.ts";

type Due = {
  id: string;
  org_id: string;
  session_id: string;
  stored_name: string;
  original_path: string;
  bytes: bigint;
};

const batch = 100;

/**
 * Empties what is due on this host: past the days its org keeps it, or asked for by a person. The row says it is gone
 * before it is deleted, so that nobody restores half of it; what could not be deleted is found again as a leftover.
 */
export async function sweepTrash(
  ctx: Pick<HostCtx, "db" | "policies" | "hostId" | "log">,
  remove: (storedName: string) => void,
): Promise<number> {
  const orgs = await ctx.db.trashItem.findMany({
    where: { hostId: ctx.hostId, restoredAt: null, emptiedAt: null },
    distinct: ["orgId"],
    select: { orgId: true },
  });
  let emptied = 0;
  for (const { orgId } of orgs) {
    const policy = await ctx.policies.current(ctx.db, orgId);
    const due = await takeDue(ctx, { orgId, keptDays: policy.document.retention.trash_days });
    for (const item of due) {
      try {
        remove(item.stored_name);
        emptied += 1;
      } catch (error) {
        ctx.log.warn(
          { trashItemId: item.id, error: String(error) },
          "a thing in the trash could not be deleted",
        );
      }
    }
  }
  return emptied;
}

async function takeDue(
  ctx: Pick<HostCtx, "db" | "hostId">,
  of: { orgId: string; keptDays: number },
): Promise<Due[]> {
  return withTransaction(ctx.db, async (tx) => {
    const due = await tx.$queryRaw<Due[]>`
      UPDATE trash_item SET emptied_at = now() WHERE id IN (
        SELECT id FROM trash_item WHERE host_id = ${ctx.hostId}::uuid AND org_id = ${of.orgId}::uuid
          AND restored_at IS NULL AND emptied_at IS NULL
          AND (empty_requested_at IS NOT NULL OR trashed_at < now() - ${of.keptDays} * interval '1 day')
        ORDER BY trashed_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      RETURNING id::text, org_id::text, session_id::text, stored_name, original_path, bytes`;
    if (due.length === 0) return due;
    await appendAudit(
      tx,
      { orgId: of.orgId, actor: workerActor },
      due.map((item) => ({
        type: "trash.emptied",
        sessionId: item.session_id,
        payload: { trashItemId: item.id, originalPath: item.original_path, bytes: Number(item.bytes) },
      })),
    );
    return due;
  });
}
