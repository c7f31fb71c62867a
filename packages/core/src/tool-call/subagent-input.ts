import { z } from "zod";
import { backgroundSubagentMin } from "./subagent-tools.ts";

const task = z.string().trim().min(1, "say what the subagent is to do").max(50_000);
const leftOut = z.array(z.string().min(1).max(100)).max(50);

/** A task that another agent does by itself with the tools of the same session. Closed. Source: spec section 1. */
export const subagentsInput = z.strictObject({ task, exclude_tools: leftOut.optional() });
export type SubagentsInput = z.infer<typeof subagentsInput>;

export const backgroundSubagentsInput = z.strictObject({
  ...subagentsInput.shape,
  timeout_min: z.number().int().min(1).max(backgroundSubagentMin).optional(),
});
export type BackgroundSubagentsInput = z.infer<typeof backgroundSubagentsInput>;

export type SubagentCall =
  | { tool: "subagents"; input: SubagentsInput }
  | { tool: "background_subagents"; input: BackgroundSubagentsInput };
