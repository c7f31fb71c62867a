import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { prepare } from "./prepare.ts";
import type { DecisionView } from "./view-types.ts";

/** What would be decided on names, without recording anything: the composer shows it while a person types. */
export async function previewToolCall(
  ctx: Ctx,
  input: { sessionId: string; input: RunCommandInput },
): Promise<DecisionView> {
  await requireRole(ctx, "tool_call.request");
  const { decision, policy } = await prepare(ctx, input.sessionId, {
    tool: "run_command",
    input: input.input,
  });
  return {
    verdict: decision.verdict,
    ...(decision.strength === undefined ? {} : { strength: decision.strength }),
    effect: decision.effect,
    readOnly: decision.readOnly,
    reasons: decision.reasons,
    policyNumber: policy.number,
  };
}
