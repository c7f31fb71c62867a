import { z } from "zod";

/**
 * Input of `run_command`. Closed: an unknown field is refused, so that a stray `"mode":"read"` can never change a decision.
 * Only the shape is checked here; what a value may be (bare name, NUL, length) is a rule of the decision, so that
 * the refusal names its rule and is recorded. Source: spec section 1.
 */
export const runCommandInput = z.strictObject({
  argv: z.array(z.string()).min(1),
  write_paths: z.array(z.string()).optional(),
  network: z.boolean().optional(),
  sandbox: z.boolean().optional(),
});
export type RunCommandInput = z.infer<typeof runCommandInput>;

export type ToolCall = { tool: "run_command"; input: RunCommandInput };
export type ToolName = ToolCall["tool"];

export const sessionModes = ["safe", "auto"] as const;
export type SessionMode = (typeof sessionModes)[number];
