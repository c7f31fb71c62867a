import type { Reason } from "@gatehouse/core/policy/decision";
import type { Policy } from "@gatehouse/core/policy/defaults";

/** Does a rule that asks stand among those whose question another person answers. */
export function takesSecondPerson(
  reasons: readonly Reason[],
  { second_person_rule: named }: Pick<Policy, "second_person_rule">,
): boolean {
  return reasons.some(
    ({ verdict, rule }) => verdict === "ask" && (named as readonly string[]).includes(rule),
  );
}

/** Of an approval, with the policy of this moment: the stricter of what was asked and what is asked now. */
export function secondPersonOf(
  approval: { secondPerson: boolean; strength: string },
  policyWants: boolean,
): boolean {
  return approval.secondPerson || (policyWants && approval.strength === "password");
}
