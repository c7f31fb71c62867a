import type { Decision } from "@gatehouse/core/policy/decision";

/** The answer to a call whose reading was ended at its deadline. */
export function tooLongToRead(): Decision {
  return {
    verdict: "deny",
    effect: "run",
    readOnly: false,
    reasons: [
      {
        rule: "script-limit",
        verdict: "deny",
        code: "script_limit",
        sentence: "reading this call took too long",
        hint: "write it shorter or more plainly, or put the script in a file and run that: bash script.sh",
      },
    ],
  };
}
