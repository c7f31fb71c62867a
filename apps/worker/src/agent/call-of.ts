import { digestInput } from "@gatehouse/core/canonical";
import { tools } from "@gatehouse/core/tool-call/tools";
import { isScriptToolName } from "@gatehouse/core/tool-call/script-input";
import { parseToolCall, type ToolCall, type ToolName } from "@gatehouse/core/tool-call/tool-call";
import { z } from "zod";

/** What a model asked for as a tool call, or what is wrong with it in words the model can act on. */
export type ReadCall =
  | { ok: true; call: ToolCall; key: string }
  | { ok: false; problem: string; key: string };

const mostProblems = 5;

export function readCall(tool: string, input: string): ReadCall {
  const key = `${tool} ${input}`;
  const isScript = isScriptToolName(tool);
  if (!isScript && !isTool(tool))
    return {
      ok: false,
      key,
      problem: `There is no tool ${JSON.stringify(tool)}. The tools are: ${Object.keys(tools).join(", ")}.`,
    };
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, key, problem: `The arguments are no JSON: ${error.message}.` };
  }
  try {
    const call = isScript ? scriptCall(tool, value) : parseToolCall(tool, value);
    return { ok: true, call, key: digestInput(call) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const problems = error.issues.slice(0, mostProblems).map((issue) => {
      const place = issue.path.filter((part) => part !== "input").join(".");
      return `${place === "" ? "the arguments" : place}: ${issue.message}`;
    });
    return { ok: false, key, problem: `The arguments do not fit the tool. ${problems.join("; ")}.` };
  }
}

/** A script tool is called by its own name; which text it means is settled when the call is taken. */
function scriptCall(name: string, given: unknown): ToolCall {
  return parseToolCall("script_tool", { name, arguments: given });
}

function isTool(name: string): name is ToolName {
  return Object.hasOwn(tools, name) && name !== "script_tool";
}
