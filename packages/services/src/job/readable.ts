import { may } from "@gatehouse/core/role";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";

/** Whose background commands a member sees: everybody's with the permission, else those of their own sessions and calls. */
export function jobScope(ctx: Ctx): { OR?: object[] } {
  if (may(ctx.member.role, "job.read_any")) return {};
  return { OR: [{ session: { ownerMemberId: ctx.member.id } }, { memberId: ctx.member.id }] };
}

export async function readableJob(ctx: Ctx, toolCallId: string): Promise<{ id: string; status: string }> {
  const call = await ctx.db.toolCall.findFirst({
    where: { id: toolCallId, orgId: ctx.org.id, tool: "background_command", ...jobScope(ctx) },
    select: { id: true, status: true },
  });
  if (call === null) throw notFound("background command");
  return call;
}
