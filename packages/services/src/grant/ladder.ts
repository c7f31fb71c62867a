import { ladderOf, type Rung } from "@gatehouse/core/grant/ladder";
import { lexicalFacts } from "@gatehouse/core/path/facts";
import type { Ask } from "@gatehouse/core/policy/decision";
import { may } from "@gatehouse/core/role";
import { isCommandCall, parseToolCall } from "@gatehouse/core/tool-call/tool-call";
import { notFound, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { requireSession } from "../session/access.ts";
import { coverageOf } from "./coverage.ts";

export type RungView = Rung & { covers: number };

/** What a yes to this approval may leave standing, each with how much of the last 30 days it would have covered. */
export async function approvalLadder(ctx: Ctx, approvalId: string): Promise<RungView[]> {
  await requireRole(ctx, "session.drive");
  const row = await ctx.db.approval.findFirst({
    where: { id: approvalId, orgId: ctx.org.id },
    select: {
      toolCallId: true,
      asks: true,
      inputDigest: true,
      toolCall: { select: { program: true, sessionId: true } },
    },
  });
  if (row === null) throw notFound("approval");
  if (!may(ctx.member.role, "approval.answer_any")) await requireSession(ctx, row.toolCall.sessionId, "read");
  const rungs = await rungsOf(ctx, row);
  const counts = await coverageOf(ctx, row.toolCall.program, rungs);
  return rungs.map((rung, at) => ({ ...rung, covers: counts[at] ?? 0 }));
}

/** The ladder of an approval, from its call as it is recorded and never from what a page says. */
export async function rungsOf(
  ctx: Ctx,
  approval: { toolCallId: string; asks: string; inputDigest: string },
): Promise<Rung[]> {
  const row = await ctx.db.toolCall.findUniqueOrThrow({
    where: { id: approval.toolCallId },
    select: { tool: true, input: true },
  });
  const call = parseToolCall(row.tool, JSON.parse(row.input));
  return ladderOf({
    call,
    digest: approval.inputDigest,
    asks: JSON.parse(approval.asks) as Ask[],
    facts: lexicalFacts,
    scriptPrograms: isCommandCall(call) ? await ctx.evaluate.scriptPrograms(call) : null,
  });
}
