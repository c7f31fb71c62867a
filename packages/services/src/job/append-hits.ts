import type { Lease } from "../execution/host-ctx.ts";
import { type Pool, rowOf } from "../pool.ts";
import { storable } from "../storable.ts";

/** A keyword in the output: `offset` is where it begins in the merged stream, `row` its row in the log view, from 0. */
export type KeywordHit = {
  seq: number;
  keyword: string;
  offset: number;
  row: number;
  stream: 1 | 2;
  excerpt: string;
};

const append = {
  name: "keyword_hits",
  text: `WITH held AS (
      SELECT e.id, e.org_id, e.session_id, e.tool_call_id, t.member_id, t.program, s.owner_member_id
      FROM execution e JOIN tool_call t ON t.id = e.tool_call_id JOIN session s ON s.id = e.session_id
      WHERE e.id = $1::uuid AND e.lease = $2::bigint AND e.state = 'running' FOR UPDATE OF e),
    hits AS (
      SELECT (h->>'seq')::int AS seq, h->>'keyword' AS keyword, (h->>'offset')::bigint AS "offset", (h->>'row')::bigint AS "row",
        (h->>'stream')::smallint AS stream, h->>'excerpt' AS excerpt FROM jsonb_array_elements($3::jsonb) AS h),
    kept AS (
      INSERT INTO keyword_hit (execution_id, seq, org_id, keyword, "offset", "row", stream, excerpt)
      SELECT held.id, hits.seq, held.org_id, hits.keyword, hits."offset", hits."row", hits.stream, hits.excerpt FROM held, hits
      ON CONFLICT DO NOTHING RETURNING seq, keyword),
    told AS (
      SELECT DISTINCT ON (kept.keyword) kept.keyword, count(*) OVER (PARTITION BY kept.keyword)::int AS count, hits.excerpt, hits."row"
      FROM kept JOIN hits ON hits.seq = kept.seq ORDER BY kept.keyword, kept.seq DESC),
    touched AS (UPDATE tool_call SET changed_at = clock_timestamp() FROM held WHERE tool_call.id = held.tool_call_id)
    SELECT count(tell_member(held.org_id, m.id, 'keyword.found', held.tool_call_id, told.keyword, held.session_id,
      jsonb_build_object('program', held.program, 'executionId', held.id, 'keyword', told.keyword, 'excerpt', told.excerpt,
        'row', told."row"), told.count))::int AS told
    FROM held, told, LATERAL (SELECT DISTINCT unnest(ARRAY[held.member_id, held.owner_member_id]) AS id ORDER BY id) m`,
};

/** Hits and what the members are told of them, in one statement. A worker without the lease writes nothing. */
export async function appendHits(pool: Pool, lease: Lease, hits: readonly KeywordHit[]): Promise<void> {
  if (hits.length === 0) return;
  const safe = hits.map((hit) => ({ ...hit, excerpt: storable(hit.excerpt) }));
  await rowOf(pool, append, [lease.executionId, lease.number, JSON.stringify(safe)]);
}
