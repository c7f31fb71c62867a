import { appendAudit } from "../audit/append.ts";
import { type HostCtx, workerActor } from "../execution/host-ctx.ts";
import { newId } from "../new-id.ts";
import { storable } from "../storable.ts";
import { withTransaction } from "../transaction.ts";

/** kept: it can be restored. gone: it was restored or emptied. unknown: no row names it. */
export type TrashState = "kept" | "gone" | "unknown";

export async function trashStates(
  ctx: Pick<HostCtx, "db" | "hostId">,
  storedNames: readonly string[],
): Promise<Map<string, TrashState>> {
  const rows = await ctx.db.trashItem.findMany({
    where: { hostId: ctx.hostId, storedName: { in: [...storedNames] } },
    select: { storedName: true, restoredAt: true, emptiedAt: true },
  });
  const states = new Map<string, TrashState>(storedNames.map((name) => [name, "unknown"]));
  for (const row of rows)
    states.set(row.storedName, row.restoredAt === null && row.emptiedAt === null ? "kept" : "gone");
  return states;
}

export type Adopted = {
  storedName: string;
  originalPath: string;
  kind: string;
  bytes: number;
  orgId: string;
  sessionId: string;
  executionId: string;
};

/** A thing whose execution was lost before its end was recorded: it is in the trash, and from now on it can be seen there. */
export async function adoptTrash(ctx: Pick<HostCtx, "db" | "hostId">, thing: Adopted): Promise<void> {
  const { orgId, sessionId, executionId, storedName, kind, bytes } = thing;
  const id = newId<string>();
  const originalPath = storable(thing.originalPath);
  await withTransaction(ctx.db, async (tx) => {
    const known = await tx.execution.count({
      where: { id: executionId, orgId, sessionId, hostId: ctx.hostId },
    });
    if (known === 0) return;
    const made = await tx.trashItem.createMany({
      data: [
        { id, orgId, sessionId, executionId, hostId: ctx.hostId, originalPath, storedName, kind, bytes },
      ],
      skipDuplicates: true,
    });
    if (made.count === 0) return;
    await appendAudit(tx, { orgId, actor: workerActor }, [
      {
        type: "trash.moved",
        sessionId,
        executionId,
        payload: { trashItemId: id, originalPath, kind, bytes, foundLater: true },
      },
    ]);
  });
}
