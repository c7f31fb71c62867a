import { allow, ask } from "../reason.ts";
import type { ScriptRule } from "../script-rules.ts";

/** In safe mode a script tool asks unless an admin marked this version; a trial always asks there. */
export const scriptMode: ScriptRule = ({ call, mode, facts }) => {
  if (mode === "auto") return [allow("script-mode", "runs a script tool without asking in auto mode")];
  if (call.tool === "script_tool" && facts?.withoutAsking === true)
    return [allow("script-mode", "an admin marked this tool to run without asking")];
  const doing = call.tool === "test_tool" ? "tries" : "runs";
  return [
    ask("script-mode", "needs_confirmation", `${doing} ${call.input.name}, and the session is in safe mode`, {
      strength: "confirm",
      ask: { kind: "call" },
    }),
  ];
};
