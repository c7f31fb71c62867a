import type { Ctx } from "../context.ts";
import { requireSession } from "../session/access.ts";

export type TrashItemView = {
  id: string;
  originalPath: string;
  kind: "file" | "directory" | "link" | "other";
  bytes: number;
  trashedAt: Date;
  emptiedOn: Date;
  /** the call that put it there */
  by: { toolCallId: string; program: string; member: string };
  emptyRequested: boolean;
};

type Row = {
  id: string;
  original_path: string;
  kind: string;
  bytes: bigint;
  trashed_at: Date;
  empty_requested_at: Date | null;
  tool_call_id: string;
  program: string;
  member: string;
};

const mostItems = 500;
const dayMs = 86_400_000;

/** What a session has in the trash now, newest first, and when the host empties it. */
export async function listTrash(
  ctx: Ctx,
  sessionId: string,
): Promise<{ items: TrashItemView[]; totalBytes: number; totalCount: number; keptDays: number }> {
  await requireSession(ctx, sessionId, "read");
  const [rows, totals, policy] = await Promise.all([
    ctx.db.$queryRaw<Row[]>`
      SELECT i.id::text, i.original_path, i.kind, i.bytes, i.trashed_at, i.empty_requested_at,
        t.id::text AS tool_call_id, t.program, u.name AS member
      FROM trash_item i JOIN execution e ON e.id = i.execution_id JOIN tool_call t ON t.id = e.tool_call_id
        JOIN member m ON m.id = t.member_id JOIN "user" u ON u.id = m.user_id
      WHERE i.session_id = ${sessionId}::uuid AND i.restored_at IS NULL AND i.emptied_at IS NULL
      ORDER BY i.trashed_at DESC, i.id DESC LIMIT ${mostItems}`,
    ctx.db.trashItem.aggregate({
      where: { sessionId, restoredAt: null, emptiedAt: null },
      _sum: { bytes: true },
      _count: true,
    }),
    ctx.policies.current(ctx.db, ctx.org.id),
  ]);
  const keptDays = policy.document.retention.trash_days;
  return {
    items: rows.map((row) => ({
      id: row.id,
      originalPath: row.original_path,
      kind: row.kind as TrashItemView["kind"],
      bytes: Number(row.bytes),
      trashedAt: row.trashed_at,
      emptiedOn: new Date(row.trashed_at.getTime() + keptDays * dayMs),
      by: { toolCallId: row.tool_call_id, program: row.program, member: row.member },
      emptyRequested: row.empty_requested_at !== null,
    })),
    totalBytes: Number(totals._sum.bytes ?? 0n),
    totalCount: totals._count,
    keptDays,
  };
}
