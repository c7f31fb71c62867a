import type { Ctx } from "../context.ts";
import { type ToolCallRow, toolCallInclude } from "./row.ts";
import type { ToolCallView } from "./view-types.ts";
import { viewsOf } from "./views.ts";

export type ChangedCalls = { views: ToolCallView[]; cursor: string };

/** Clocks of concurrent transactions overlap a little; a view sent twice is harmless, a lost one is not. */
const overlapMs = 5_000;
const pageRows = 200;
const mostRows = 20_000;

/** Calls of a session that changed since a cursor (milliseconds); with none, only where to start from. */
export async function changedToolCalls(
  ctx: Ctx,
  input: { sessionId: string; cursor: string | null },
): Promise<ChangedCalls> {
  const since = input.cursor === null ? null : Number(input.cursor);
  if (since === null || !Number.isFinite(since)) return { views: [], cursor: String(ctx.now.getTime()) };
  const rows: ToolCallRow[] = [];
  for (let more = true; more && rows.length < mostRows; ) {
    const page = await ctx.db.toolCall.findMany({
      where: {
        orgId: ctx.org.id,
        sessionId: input.sessionId,
        changedAt: { gt: new Date(since - overlapMs) },
      },
      orderBy: [{ changedAt: "asc" }, { id: "asc" }],
      skip: rows.length,
      take: pageRows,
      include: toolCallInclude,
    });
    rows.push(...page);
    // Whatever the overlap holds again is read past, or a burst larger than a page would never end.
    more = page.length === pageRows && (page.at(-1)?.changedAt.getTime() ?? since) <= since;
  }
  const newest = rows.at(-1)?.changedAt.getTime() ?? since;
  return { views: await viewsOf(ctx, rows), cursor: String(Math.max(since, newest)) };
}
