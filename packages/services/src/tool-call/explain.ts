import type { Explanation } from "@gatehouse/core/policy/explain/explanation";
import { parseToolCall, type RunCommandInput, type ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { may } from "@gatehouse/core/role";
import { notFound, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { prepare } from "./prepare.ts";
import { strictest } from "./view.ts";
import type { DecisionView } from "./view-types.ts";
import { requireSession } from "../session/access.ts";

export type ExplanationView = Explanation & { decision: Omit<DecisionView, "reasons"> };

/** How a call that is being written is read and what each rule would find. Nothing is recorded. */
export async function explainToolCall(
  ctx: Ctx,
  input: { sessionId: string; input: RunCommandInput },
): Promise<ExplanationView> {
  await requireRole(ctx, "tool_call.request");
  const call: ToolCall = { tool: "run_command", input: input.input };
  const { decision, policy } = await prepare(ctx, input.sessionId, call);
  return viewed(ctx, call, {
    verdict: decision.verdict,
    ...(decision.strength === undefined ? {} : { strength: decision.strength }),
    effect: decision.effect,
    readOnly: decision.readOnly,
    reasons: decision.reasons,
    policyNumber: policy.number,
  });
}

/** A recorded call with the findings that were recorded for it, whatever the policy says today. */
export async function explainRecordedCall(ctx: Ctx, id: string): Promise<ExplanationView> {
  const row = await ctx.db.toolCall.findFirst({
    where: { id, orgId: ctx.org.id },
    select: { sessionId: true, tool: true, input: true, decisions: { orderBy: { decidedAt: "asc" } } },
  });
  if (row === null) throw notFound("tool call");
  if (!may(ctx.member.role, "approval.answer_any")) await requireSession(ctx, row.sessionId, "read");
  return viewed(ctx, parseToolCall(row.tool, JSON.parse(row.input)), strictest(row.decisions));
}

async function viewed(
  ctx: Ctx,
  call: ToolCall,
  { reasons, ...decision }: DecisionView,
): Promise<ExplanationView> {
  return { ...(await ctx.evaluate.explain(call, reasons)), decision };
}
