import { AppError } from "@gatehouse/core/errors";
import { notFound, originOf, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { requireSession } from "../session/access.ts";
import { endSubagents } from "../turn/cancel-calls.ts";
import { cancelCall } from "./cancel-call.ts";

/** Before it runs a call is taken back at once; while it runs its worker is asked to end it. */
export async function cancelToolCall(ctx: Ctx, id: string): Promise<void> {
  await requireRole(ctx, "session.drive");
  const call = await ctx.db.toolCall.findFirst({
    where: { id, orgId: ctx.org.id },
    select: { id: true, sessionId: true },
  });
  if (call === null) throw notFound("tool call");
  await requireSession(ctx, call.sessionId, "drive");
  const by = { orgId: ctx.org.id, actor: ctx.actor, memberId: ctx.member.id, origin: originOf(ctx) };
  if (!(await cancelCall(ctx, call, by))) throw new AppError("conflict", "This call is already over.");
  await endSubagents(ctx, call.sessionId);
}
