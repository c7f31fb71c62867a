import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { toolCallInclude } from "./row.ts";
import type { ToolCallView } from "./view-types.ts";
import { viewsOf } from "./views.ts";

export async function getToolCall(ctx: Ctx, id: string): Promise<ToolCallView> {
  const row = await ctx.db.toolCall.findFirst({ where: { id, orgId: ctx.org.id }, include: toolCallInclude });
  const [view] = await viewsOf(ctx, row === null ? [] : [row]);
  if (view === undefined) throw notFound("tool call");
  return view;
}
