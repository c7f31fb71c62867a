import { shownCall } from "@gatehouse/core/tool-call/shown-argv";
import { parseToolCall, type ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { may } from "@gatehouse/core/role";
import { notFound, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { requireSession } from "../session/access.ts";

/**
 * Everything that a yes to this approval would write or send, for whoever may look at it: pages and lists show the
 * beginning of a long text, and nobody is to answer for what they were not shown.
 */
export async function wholeOfApproval(ctx: Ctx, id: string): Promise<ToolCall> {
  await requireRole(ctx, "session.drive");
  const row = await ctx.db.toolCall.findFirst({
    where: { orgId: ctx.org.id, approval: { id } },
    select: { id: true, sessionId: true, tool: true, input: true },
  });
  if (row === null) throw notFound("approval");
  if (!may(ctx.member.role, "approval.answer_any")) {
    await requireSession(ctx, row.sessionId, "read").catch(() => {
      throw notFound("approval");
    });
  }
  const whole = await ctx.db.toolCallInput.findFirst({
    where: { toolCallId: row.id },
    select: { input: true },
  });
  return shownCall(parseToolCall(row.tool, JSON.parse(whole?.input ?? row.input)), Number.POSITIVE_INFINITY);
}
