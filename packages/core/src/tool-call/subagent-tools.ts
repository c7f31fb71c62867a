import type { SubagentCall } from "./subagent-input.ts";

/** Minutes that a subagent may take, the wait for a place included: of one that the turn waits for, and of one beside it. */
export const subagentMin = 30;
export const backgroundSubagentMin = 60;
/** Subagents of one session at work at once; more wait for a place. Source: spec section 1. */
export const mostSubagents = 3;

export const subagentTools: readonly SubagentCall["tool"][] = ["subagents", "background_subagents"];

export function isSubagentTool(tool: string): tool is SubagentCall["tool"] {
  return (subagentTools as readonly string[]).includes(tool);
}

/** Tools whose call answers its turn at once and goes on beside it. */
export function goesOnBeside(tool: string): boolean {
  return tool === "background_command" || tool === "background_subagents";
}

/** What no subagent has: it starts no others, and leaves nothing running when its answer is given. */
const neverOfSubagents: readonly string[] = ["subagents", "background_subagents", "background_command"];

export function isWithheld(tool: string, exclude: readonly string[]): boolean {
  return neverOfSubagents.includes(tool) || exclude.includes(tool);
}

export function minutesOf(call: SubagentCall): number {
  return call.tool === "subagents" ? subagentMin : (call.input.timeout_min ?? backgroundSubagentMin);
}
