import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { toolCallInclude } from "./row.ts";
import type { ToolCallView } from "./view-types.ts";
import { viewsOf } from "./views.ts";

const pageSize = 50;

/** The calls of a session, newest last; the cursor leads to older ones. */
export async function listToolCalls(
  ctx: Ctx,
  input: { sessionId: string; cursor?: string },
): Promise<{ items: ToolCallView[]; nextCursor: string | null }> {
  const session = await ctx.db.session.findFirst({
    where: { id: input.sessionId, orgId: ctx.org.id },
    select: { id: true },
  });
  if (session === null) throw notFound("session");
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
