import { deny } from "../reason.ts";
import type { ScriptRule } from "../script-rules.ts";

/** Only the version in force runs, and only the text that the call was bound to. A trial is an admin's. */
export const scriptState: ScriptRule = ({ call, facts }) => {
  const { name, version, digest } = call.input;
  if (facts === null || version === undefined || digest === undefined)
    return [
      deny("script-state", "script_tool_unknown", `this org has no script tool ${name}`, {
        hint: "use a tool that you were offered, or ask an admin of the org to publish this one",
      }),
    ];
  if (facts.state === "changed")
    return [
      deny("script-state", "script_tool_changed", `${name} was changed after this call was asked for`, {
        hint: "look at what it takes now and ask again",
      }),
    ];
  if (call.tool === "test_tool")
    return facts.mayTry
      ? []
      : [
          deny("script-state", "script_tool_trial", "only an admin of the org may try script tools", {
            hint: "call the tool itself once it is published",
          }),
        ];
  if (facts.state === "in_force") return [];
  return [
    deny("script-state", "script_tool_changed", `version ${version} of ${name} is not in force`, {
      hint: "look at what it takes now and ask again, or ask an admin of the org to publish it",
    }),
  ];
};
