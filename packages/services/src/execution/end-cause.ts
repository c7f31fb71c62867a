import { type Pool, rowOf } from "../pool.ts";

const cause = {
  name: "execution_end_cause",
  text: `SELECT e.started_at IS NOT NULL AS started, e.cancel_requested_at IS NOT NULL AS cancelled, e.cancel_detail AS detail,
      (SELECT g.access || ' ' || g.path FROM "grant" g WHERE g.id = ANY($2::uuid[])
        AND (g.revoked_at IS NOT NULL OR g.expires_at <= now()) ORDER BY g.id LIMIT 1) AS ended
    FROM execution e WHERE e.id = $1::uuid`,
};

type Row = { started: boolean; cancelled: boolean; detail: string | null; ended: string | null };

/**
 * The sentence of an end that was asked for, where it was not simply a person's cancel: a grant that ended before the
 * start, or what was given with the request to end. Null: there is none.
 */
export async function endCause(
  pool: Pool,
  of: { executionId: string; grantIds: readonly string[] },
): Promise<string | null> {
  const row = await rowOf<Row>(pool, cause, [of.executionId, of.grantIds]);
  if (row === null) return null;
  if (row.cancelled)
    return row.detail === null || row.started
      ? row.detail
      : `${row.detail} It was not started yet; nothing ran.`;
  if (row.started || row.ended === null) return null;
  return `The grant that it depends on (${row.ended}) ended before it was started; nothing ran.`;
}
