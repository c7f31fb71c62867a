import { combine } from "./combine.ts";
import { compiled } from "./compiled.ts";
import type { DecideInput } from "./decide-input.ts";
import type { Decision } from "./decision.ts";
import { applyGrants } from "./grants.ts";
import type { RuleInput } from "./rule.ts";
import { rules } from "./rules.ts";
import { unfoldCall } from "./unfold-call.ts";

/**
 * What may happen with a call, and why: every rule runs and every reason is kept. Pure and synchronous. A grant
 * answers an ask; nothing turns a deny into an allow, and no mode changes what a failure means.
 */
export function decide(input: DecideInput): Decision {
  const { call, policy, facts, shell } = input;
  const mode = policy.mode_cap === "safe" ? "safe" : input.mode;
  const unfolded = unfoldCall(call, shell, input.deadlineMs ?? defaultDeadlineMs);
  const ruleInput: RuleInput = { call, mode, policy, facts, unfolded, lists: compiled(policy, facts.home) };
  const found = rules.flatMap((rule) => rule(ruleInput));
  const { effect, readOnly, reasons } = applyGrants(found, ruleInput, input);
  return combine(reasons, effect, readOnly);
}

const defaultDeadlineMs = 1000;
