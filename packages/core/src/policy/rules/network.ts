import { allow, ask } from "../reason.ts";
import type { Rule } from "../rule.ts";

/** The network is off unless a call wants it; in safe mode wanting it asks. Outside the sandbox the wish means nothing. */
export const network: Rule = ({ call, mode }) => {
  const { network: wanted, sandbox } = call.input;
  if (wanted !== true || sandbox === false) return [];
  if (mode === "safe")
    return [
      ask("network", "network_wanted", "wants the network for this call", {
        strength: "confirm",
        ask: { kind: "network" },
      }),
    ];
  return [allow("network", "the network is open for this call")];
};
