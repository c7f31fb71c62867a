import { ask, deny } from "../reason.ts";
import type { Rule } from "../rule.ts";

/** Leaving the sandbox takes elevation and the password, in both modes. */
export const unsandboxed: Rule = ({ call, policy }) => {
  if (call.input.sandbox !== false) return [];
  if (!policy.elevation)
    return [
      deny(
        "unsandboxed",
        "elevation_off",
        "running outside the sandbox is off for this org until an admin turns elevation on",
        { hint: "run it in the sandbox, with network or write_paths if that is what it needs" },
      ),
    ];
  return [
    ask(
      "unsandboxed",
      "unsandboxed_wanted",
      "wants to run outside the sandbox, in a directory whose files the agent wrote",
      { strength: "password", ask: { kind: "unsandboxed" } },
    ),
  ];
};
