import { auditActor, notFound, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { withTransaction } from "../transaction.ts";
import { requireSession } from "../session/access.ts";

/** A person wants things gone before their time. The host that has them deletes them with its next sweep. */
export async function emptyTrash(
  ctx: Ctx,
  input: { sessionId: string; itemIds: readonly string[] | "all" },
): Promise<number> {
  await requireRole(ctx, "session.drive");
  const session = await requireSession(ctx, input.sessionId, "drive");
  return withTransaction(ctx.db, async (tx) => {
    const where = {
      sessionId: session.id,
      restoredAt: null,
      emptiedAt: null,
      emptyRequestedAt: null,
      ...(input.itemIds === "all" ? {} : { id: { in: [...input.itemIds] } }),
    };
    const items = await tx.trashItem.findMany({
      where,
      select: { id: true, originalPath: true, bytes: true },
    });
    const ids = items.map((item) => item.id);
    await requireKnown(tx, { sessionId: session.id, itemIds: input.itemIds });
    await tx.trashItem.updateMany({
      where: { ...where, id: { in: ids } },
      data: { emptyRequestedAt: ctx.now },
    });
    await appendAudit(
      tx,
      auditActor(ctx),
      items.map(({ id, originalPath, bytes }) => ({
        type: "trash.empty_requested",
        sessionId: session.id,
        payload: { trashItemId: id, originalPath, bytes: Number(bytes) },
      })),
    );
    return ids.length;
  });
}

/** What is gone already may be asked for again; what is another session's is not found. */
async function requireKnown(
  tx: Tx,
  of: { sessionId: string; itemIds: readonly string[] | "all" },
): Promise<void> {
  if (of.itemIds === "all") return;
  const wanted = new Set(of.itemIds);
  const known = await tx.trashItem.count({ where: { sessionId: of.sessionId, id: { in: [...wanted] } } });
  if (known < wanted.size) throw notFound("thing in the trash");
}
