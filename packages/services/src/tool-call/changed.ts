import type { Ctx } from "../context.ts";
import { toolCallInclude } from "./row.ts";
import type { ToolCallView } from "./view-types.ts";
import { viewsOf } from "./views.ts";

export type ChangedCalls = { views: ToolCallView[]; cursor: string };

/** Clocks of concurrent transactions overlap a little; a view sent twice is harmless, a lost one is not. */
const overlapMs = 5_000;

/** Calls of a session that changed since a cursor (milliseconds); with none, only where to start from. */
export async function changedToolCalls(
  ctx: Ctx,
  input: { sessionId: string; cursor: string | null },
): Promise<ChangedCalls> {
  const since = input.cursor === null ? null : Number(input.cursor);
  if (since === null || !Number.isFinite(since)) return { views: [], cursor: String(ctx.now.getTime()) };
  const rows = await ctx.db.toolCall.findMany({
    where: { orgId: ctx.org.id, sessionId: input.sessionId, changedAt: { gt: new Date(since - overlapMs) } },
    orderBy: { changedAt: "asc" },
    take: 200,
    include: toolCallInclude,
  });
  const newest = rows.at(-1)?.changedAt.getTime() ?? since;
  return { views: await viewsOf(ctx, rows), cursor: String(Math.max(since, newest)) };
}
