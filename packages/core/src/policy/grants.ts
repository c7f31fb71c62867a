import { covers } from "../grant/cover.ts";
import type { DecideInput } from "./decide-input.ts";
import type { Effect, Reason } from "./decision.ts";
import { readOnlyMatch } from "./read-only.ts";
import type { RuleInput } from "./rule.ts";

export type Settled = { reasons: Reason[]; effect: Effect; readOnly: boolean };

/** Answers asks with live grants, and says how an allowed call is carried out. */
export function applyGrants(found: readonly Reason[], rule: RuleInput, input: DecideInput): Settled {
  const reasons = answerAsks(found, input);
  return { reasons, effect: effectOf(rule), readOnly: readOnlyMatch(rule).matches };
}

export function answerAsks(found: readonly Reason[], input: DecideInput): Reason[] {
  return found.map((reason): Reason => {
    const { ask, strength } = reason;
    if (reason.verdict !== "ask" || ask === undefined || strength === undefined) return reason;
    const open = {
      ask,
      strength,
      call: input.call,
      facts: input.facts,
      ...(input.callDigest === undefined ? {} : { callDigest: input.callDigest }),
    };
    if (!input.grants.some((grant) => covers(grant, open, input.nowMs))) return reason;
    return { rule: reason.rule, verdict: "allow", code: "ok", sentence: `granted: ${reason.sentence}`, ask };
  });
}

function effectOf({ call }: RuleInput): Effect {
  const { argv, sandbox } = call.input;
  if (argv[0] === "rm") return "trash";
  if (argv[0] === "sudo") return "sudo";
  return sandbox === false ? "unsandboxed" : "run";
}
