import { type Pool, rowOf } from "../pool.ts";

export type TrashedItem = {
  id: string;
  storedName: string;
  originalPath: string;
  kind: string;
  bytes: number;
};

type Row = { id: string; stored_name: string; original_path: string; kind: string; bytes: string };

const find = {
  name: "trash_find",
  text: `SELECT id, stored_name, original_path, kind, bytes FROM trash_item
    WHERE id = $1::uuid AND session_id = $2::uuid AND host_id = $3::uuid AND restored_at IS NULL AND emptied_at IS NULL`,
};
const total = {
  name: "trash_total",
  text: `SELECT coalesce(sum(bytes), 0)::text AS bytes FROM trash_item
    WHERE session_id = $1::uuid AND restored_at IS NULL AND emptied_at IS NULL`,
};

/** What a session may bring back: its own, on this host, still there. */
export async function findTrash(
  pool: Pool,
  of: { id: string; sessionId: string; hostId: string },
): Promise<TrashedItem | null> {
  const row = await rowOf<Row>(pool, find, [of.id, of.sessionId, of.hostId]);
  if (row === null) return null;
  const { id, stored_name: storedName, original_path: originalPath, kind, bytes } = row;
  return { id, storedName, originalPath, kind, bytes: Number(bytes) };
}

/** Bytes that a session has in the trash now. */
export async function trashBytes(pool: Pool, sessionId: string): Promise<number> {
  return Number((await rowOf<{ bytes: string }>(pool, total, [sessionId]))?.bytes ?? 0);
}
