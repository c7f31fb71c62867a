import type { Ctx } from "../context.ts";
import { toolCallInclude } from "./row.ts";
import type { ToolCallView } from "./view-types.ts";
import { viewsOf } from "./views.ts";
import { requireSession } from "../session/access.ts";

const pageSize = 50;

/** The calls of a session, newest last; the cursor leads to older ones. */
export async function listToolCalls(
  ctx: Ctx,
  input: { sessionId: string; cursor?: string },
): Promise<{ items: ToolCallView[]; nextCursor: string | null }> {
  const session = await requireSession(ctx, input.sessionId, "read");
  const rows = await ctx.db.toolCall.findMany({
    where: { sessionId: session.id, ...(input.cursor === undefined ? {} : { id: { lt: input.cursor } }) },
    orderBy: { id: "desc" },
    take: pageSize + 1,
    include: toolCallInclude,
  });
  const page = rows.slice(0, pageSize).reverse();
  const oldest = page[0];
  return {
    items: await viewsOf(ctx, page),
    nextCursor: rows.length > pageSize && oldest !== undefined ? oldest.id : null,
  };
}
