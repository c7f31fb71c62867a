import type { FileChangeKind } from "@gatehouse/core/contracts/files";
import { type Pool, rowOf } from "../pool.ts";

export type StoryChange = { change: FileChangeKind; bytesBefore: number | null; bytesAfter: number | null };

/** What some executions did to one path of a session, and what is known of it before and after. */
export type Story = {
  /** first to last */
  changes: StoryChange[];
  /** by another execution, after the last of them */
  changedLater: boolean;
  /** the content before the first of them */
  earlier: { digest: string; mode: number | null } | null;
  /** the content after the last of them; null where it is not kept */
  afterDigest: string | null;
  /** what the first of them moved to the trash from this very path, and is still there */
  trashed: { id: string; storedName: string; originalPath: string } | null;
};

const story = {
  name: "file_story",
  text: `WITH mine AS (
      SELECT execution_id, change, bytes_before, bytes_after, changed_at FROM file_change
      WHERE session_id = $1::uuid AND path = $2::text AND execution_id = ANY($3::uuid[])),
    first AS (SELECT * FROM mine ORDER BY changed_at LIMIT 1),
    last AS (SELECT * FROM mine ORDER BY changed_at DESC LIMIT 1)
    SELECT
      (SELECT json_agg(json_build_object('change', change, 'bytesBefore', bytes_before, 'bytesAfter', bytes_after)
        ORDER BY changed_at) FROM mine) AS changes,
      EXISTS (SELECT FROM file_change c, last WHERE c.session_id = $1::uuid AND c.path = $2::text
        AND c.execution_id <> ALL($3::uuid[]) AND c.changed_at > last.changed_at) AS later,
      (SELECT json_build_object('digest', v.digest, 'mode', v.mode, 'bytes', v.bytes) FROM file_version v, first
        WHERE v.session_id = $1::uuid AND v.path = $2::text AND (
          (v.execution_id = first.execution_id AND v.action = 'found')
          OR (v.execution_id <> ALL($3::uuid[]) AND v.created_at < first.changed_at))
        ORDER BY v.execution_id = first.execution_id DESC, v.created_at DESC LIMIT 1) AS earlier,
      (SELECT v.digest FROM file_version v, last WHERE v.session_id = $1::uuid AND v.path = $2::text
        AND v.execution_id = last.execution_id AND v.action <> 'found' ORDER BY v.created_at DESC LIMIT 1) AS after_digest,
      (SELECT json_build_object('id', t.id, 'storedName', t.stored_name, 'originalPath', t.original_path)
        FROM trash_item t, first WHERE t.session_id = $1::uuid AND t.host_id = $4::uuid AND t.original_path = $2::text
        AND t.execution_id = first.execution_id AND t.restored_at IS NULL AND t.emptied_at IS NULL
        ORDER BY t.trashed_at LIMIT 1) AS trashed`,
};

type Row = {
  changes: StoryChange[] | null;
  later: boolean;
  earlier: { digest: string | null; mode: number | null; bytes: number } | null;
  after_digest: string | null;
  trashed: Story["trashed"];
};

export async function fileStory(
  pool: Pool,
  of: { sessionId: string; hostId: string; path: string; executionIds: readonly string[] },
): Promise<Story> {
  const row = await rowOf<Row>(pool, story, [of.sessionId, of.path, of.executionIds, of.hostId]);
  const changes = row?.changes ?? [];
  const earlier = row?.earlier ?? null;
  // A version of another size was overtaken by a change that nobody saw.
  const known = earlier !== null && earlier.digest !== null && earlier.bytes === changes[0]?.bytesBefore;
  return {
    changes,
    changedLater: row?.later ?? false,
    earlier: known ? { digest: earlier.digest ?? "", mode: earlier.mode } : null,
    afterDigest: row?.after_digest ?? null,
    trashed: row?.trashed ?? null,
  };
}
