import { may } from "@gatehouse/core/role";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { toolCallInclude } from "./row.ts";
import type { ToolCallView } from "./view-types.ts";
import { viewsOf } from "./views.ts";
import { requireSession } from "../session/access.ts";

export async function getToolCall(ctx: Ctx, id: string): Promise<ToolCallView> {
  const row = await ctx.db.toolCall.findFirst({ where: { id, orgId: ctx.org.id }, include: toolCallInclude });
  if (row === null) throw notFound("tool call");
  // Who answers for others sees the call that waits, whatever else of the session is private.
  const answers = row.approval !== null && may(ctx.member.role, "approval.answer_any");
  if (!answers) await requireSession(ctx, row.sessionId, "read");
  const [view] = await viewsOf(ctx, [row]);
  if (view === undefined) throw notFound("tool call");
  return view;
}
