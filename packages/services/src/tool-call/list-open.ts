import { waitingInQueue } from "@gatehouse/core/tool-call/waiting";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { accessColumns, accessIn, readableSql } from "../session/access.ts";
import { queueFacts } from "./queue-facts.ts";
import { toolCallInclude } from "./row.ts";
import type { ToolCallView } from "./view-types.ts";
import { viewsOf } from "./views.ts";

export type OpenCall = {
  call: ToolCallView;
  sessionTitle: string;
  /** why it does not run yet, in words; null while it runs */
  why: string | null;
  mayCancel: boolean;
};

const most = 60;
/** of one member's, so that many of one do not hide another's one */
const mostEach = 15;

/**
 * What runs, waits in a queue or waits for an answer in the sessions that this member may read: what runs first, then what
 * comes first of each member. `more`: how many are not listed.
 */
export async function listOpenCalls(ctx: Ctx): Promise<{ items: OpenCall[]; more: number }> {
  await requireRole(ctx, "host.read");
  const { ids, more } = await openIds(ctx);
  const found = await ctx.db.toolCall.findMany({
    where: { id: { in: ids } },
    include: { ...toolCallInclude, session: { select: accessColumns(ctx.member.id) } },
  });
  const rows = found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const queued = rows.flatMap(({ execution }) => (execution?.state === "queued" ? [execution.id] : []));
  const [views, facts] = await Promise.all([viewsOf(ctx, rows), queueFacts(ctx, queued)]);
  const items = views.flatMap((call, at): OpenCall[] => {
    const session = rows[at]?.session;
    if (session === undefined) return [];
    const waits = facts.get(call.execution?.id ?? "");
    return [
      {
        call,
        sessionTitle: session.title,
        why:
          waits === undefined ? (call.approval?.waitsFor?.sentence ?? null) : waitingInQueue(waits).sentence,
        mayCancel: accessIn(ctx, session) === "drive",
      },
    ];
  });
  return { items, more };
}

async function openIds(ctx: Ctx): Promise<{ ids: string[]; more: number }> {
  const rows = await ctx.db.$queryRaw<{ id: string; total: number }[]>`
    WITH open AS (
        SELECT e.tool_call_id AS id, e.session_id, e.member_id, CASE e.state WHEN 'running' THEN 0 ELSE 1 END AS rank, e.queued_at AS since
        FROM execution e WHERE e.org_id = ${ctx.org.id}::uuid AND e.state IN ('queued', 'running')
      UNION ALL
        SELECT t.id, t.session_id, t.member_id, 2, a.requested_at FROM approval a JOIN tool_call t ON t.id = a.tool_call_id
        WHERE a.org_id = ${ctx.org.id}::uuid AND a.status = 'pending'),
      seen AS (
        SELECT o.*, row_number() OVER (PARTITION BY o.rank, o.member_id ORDER BY o.since, o.id) AS nth, count(*) OVER ()::int AS total
        FROM open o JOIN session s ON s.id = o.session_id WHERE s.org_id = ${ctx.org.id}::uuid ${readableSql(ctx)})
    SELECT id::text, total FROM seen WHERE nth <= ${mostEach} ORDER BY rank, nth, since, id LIMIT ${most}`;
  const ids = rows.map((row) => row.id);
  return { ids, more: (rows[0]?.total ?? 0) - ids.length };
}
