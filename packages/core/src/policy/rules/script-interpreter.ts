import { deny } from "../reason.ts";
import type { ScriptRule } from "../script-rules.ts";

/** A denied program is denied as an interpreter too; what the code starts meets the deny list in the sandbox. */
export const scriptInterpreter: ScriptRule = ({ facts, lists }) => {
  if (facts === null || !lists.denied.has(facts.interpreter)) return [];
  return [
    deny(
      "script-interpreter",
      "denied_command",
      `${facts.interpreter}, which this tool is written in, is denied by policy; no approval can change it`,
      { hint: "do it another way, or ask an admin of the org; asking again gives the same answer" },
    ),
  ];
};
