import { allow, ask } from "../reason.ts";
import { readOnlyMatch } from "../read-only.ts";
import type { Rule } from "../rule.ts";

/** In safe mode a call asks, unless it only reads. */
export const readOnly: Rule = (input) => {
  const { mode, call } = input;
  const name = call.input.argv[0];
  if (name === "rm" || name === "sudo" || call.input.sandbox === false) return [];
  if (mode === "auto") return [allow("mode", "runs in the sandbox without asking in auto mode")];
  const { matches, lost } = readOnlyMatch(input);
  if (matches) return [allow("read-only", "only reads")];
  const because =
    lost === "outside"
      ? "reads a path outside home that policy does not open"
      : lost === "sensitive"
        ? "names a sensitive path"
        : "is not on the read-only list";
  return [
    ask(
      "read-only",
      lost === "outside" ? "outside_readable" : "needs_confirmation",
      `${because}, and the session is in safe mode`,
      { strength: "confirm", ask: { kind: "call" } },
    ),
  ];
};
