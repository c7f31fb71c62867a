import { argumentProblems } from "../../script-tool/input-schema.ts";
import { canonicalJson } from "../../canonical.ts";
import { deny } from "../reason.ts";
import type { ScriptRule } from "../script-rules.ts";

/** UTF-16 units of the JSON that a script tool reads. */
const mostArguments = 256 * 1024;

/** What a model sends reaches the code exactly as it was checked, and only where it fits the schema. */
export const scriptArguments: ScriptRule = ({ call, facts }) => {
  const text = canonicalJson(call.input.arguments);
  if (text.length > mostArguments)
    return [
      deny("script-arguments", "invalid_input", `the arguments are longer than ${mostArguments} characters`),
    ];
  if (facts === null) return [];
  const problems = argumentProblems(facts.schema, call.input.arguments);
  if (problems.length === 0) return [];
  return [
    deny(
      "script-arguments",
      "invalid_input",
      `the arguments do not fit ${call.input.name}: ${problems.join("; ")}`,
      {
        hint: "send exactly the fields of the tool's schema",
      },
    ),
  ];
};
