import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";

/** What one member has on one host; members of other orgs are counted together and not named. */
export type QueueLine = {
  hostId: string;
  hostName: string;
  memberId: string | null;
  memberName: string;
  waiting: number;
  running: number;
  /** of what waits; null where nothing does */
  oldestQueuedAt: Date | null;
};

type Row = {
  host_id: string;
  host_name: string;
  member_id: string | null;
  member_name: string | null;
  waiting: number;
  running: number;
  oldest: Date | null;
};

export async function listQueue(ctx: Ctx): Promise<QueueLine[]> {
  await requireRole(ctx, "host.read");
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT h.id::text AS host_id, h.name AS host_name, m.id::text AS member_id, u.name AS member_name,
      count(*) FILTER (WHERE e.state = 'queued')::int AS waiting, count(*) FILTER (WHERE e.state = 'running')::int AS running,
      min(e.queued_at) FILTER (WHERE e.state = 'queued') AS oldest
    FROM execution e JOIN host h ON h.id = e.host_id
      LEFT JOIN member m ON m.id = e.member_id AND m.org_id = ${ctx.org.id}::uuid LEFT JOIN "user" u ON u.id = m.user_id
    WHERE e.state IN ('queued', 'running') GROUP BY h.id, h.name, m.id, u.name
    ORDER BY waiting DESC, running DESC, h.name, u.name LIMIT 200`;
  return rows.map((row) => ({
    hostId: row.host_id,
    hostName: row.host_name,
    memberId: row.member_id,
    memberName: row.member_name ?? "members of other orgs",
    waiting: row.waiting,
    running: row.running,
    oldestQueuedAt: row.oldest,
  }));
}
