import type { RefusalCode } from "../refusal.ts";
import type { Word } from "./ast.ts";

/** What a program's name is built from, for a refusal. */
export function dynamicName(word: Word): string {
  const names = {
    variable: "a variable",
    substitution: "a substitution",
    arithmetic: "arithmetic",
    process: "a process substitution",
    glob: "a pattern",
    brace: "a brace list",
    tilde: "a tilde",
    array: "an array",
  };
  return word.dynamic === null ? "something that is not plain" : names[word.dynamic];
}

/** The rule that a finding of the unfolding belongs to. */
export const ruleOf: Partial<Record<RefusalCode, string>> = {
  dynamic_command: "dynamic-command",
  nested_shell_not_static: "nested-shell",
  shell_reads_stream: "nested-shell",
  unsupported_syntax: "script-syntax",
  parser_disagreement: "script-syntax",
  script_limit: "script-syntax",
  dialect: "script-syntax",
  wrapper_not_static: "wrapper",
  code_in_data: "code-in-data",
  shadowing: "shadowing",
  invalid_input: "shape",
};
