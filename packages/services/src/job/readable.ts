import { may } from "@gatehouse/core/role";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import type { Prisma } from "../generated/client.ts";
import { readable } from "../session/access.ts";

/** Tools whose call goes on beside everything else. */
export const jobTools = ["background_command", "background_subagents"] as const;

/**
 * Which jobs a member sees: with the permission those of every session that they may read, else those of their own sessions
 * and calls. A private session's are seen by nobody who may not open it.
 */
export function jobScope(ctx: Ctx): Prisma.ToolCallWhereInput {
  const session = readable(ctx);
  if (may(ctx.member.role, "job.read_any")) return { session };
  return { session, OR: [{ session: { ownerMemberId: ctx.member.id } }, { memberId: ctx.member.id }] };
}

export async function readableJob(ctx: Ctx, toolCallId: string): Promise<{ id: string; status: string }> {
  const call = await ctx.db.toolCall.findFirst({
    where: { id: toolCallId, orgId: ctx.org.id, tool: { in: [...jobTools] }, ...jobScope(ctx) },
    select: { id: true, status: true },
  });
  if (call === null) throw notFound("job");
  return call;
}
