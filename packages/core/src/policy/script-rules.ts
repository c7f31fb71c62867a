import type { Interpreter } from "../script-tool/definition.ts";
import type { ScriptCall, SessionMode } from "../tool-call/tool-call.ts";
import type { Lists } from "./compiled.ts";
import type { Reason } from "./decision.ts";
import { scriptArguments } from "./rules/script-arguments.ts";
import { scriptInterpreter } from "./rules/script-interpreter.ts";
import { scriptMode } from "./rules/script-mode.ts";
import { scriptState } from "./rules/script-state.ts";

/** What the org has under a script tool's name at this moment; null where it has nothing. */
export type ScriptFacts = {
  /** of the version that the call names: published and in force; kept, but another one is in force or none; changed since */
  state: "in_force" | "not_in_force" | "changed";
  interpreter: Interpreter;
  schema: { readonly [key: string]: unknown };
  withoutAsking: boolean;
  /** the member may try tools that are not published */
  mayTry: boolean;
};

export type ScriptRuleInput = {
  call: ScriptCall;
  mode: SessionMode;
  facts: ScriptFacts | null;
  lists: Lists;
};
export type ScriptRule = (input: ScriptRuleInput) => Reason[];

/** Every rule of script tools runs on every one of their calls. */
export const scriptRules: readonly ScriptRule[] = [
  scriptState,
  scriptArguments,
  scriptInterpreter,
  scriptMode,
];
