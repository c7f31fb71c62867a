import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { shownArgv } from "@gatehouse/core/tool-call/shown-argv";
import type { ToolCallView } from "./tool-call-view.ts";

/** The call as a list of words: a command's argv, or a file tool with what it names. */
export function callArgv(call: ToolCallView): readonly string[] {
  return shownArgv(call);
}

/** The input of a command; null for a call of another tool, which cannot be typed again as a command. */
export function commandInput(call: ToolCallView): RunCommandInput | null {
  return "argv" in call.input ? call.input : null;
}
