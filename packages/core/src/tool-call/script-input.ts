import { z } from "zod";

/** `script_<name>` is an org's own tool, `ext_<name>` one that was imported. Models take names of 64 letters at most. */
export const scriptToolName = z
  .string()
  .regex(
    /^(?:script|ext)_[a-z][a-z0-9_]{0,47}$/,
    "name: script_ or ext_, then a small letter, then up to 47 small letters, digits and underscores",
  );

/**
 * A script tool's call. `version` and `digest` say which text is meant and are filled in when the call is taken, so that
 * an approval is bound to the code that was asked for. `arguments` are judged by the schema of that version.
 */
const scriptCallInput = z.strictObject({
  name: scriptToolName,
  arguments: z.record(z.string(), z.unknown()),
  version: z.number().int().positive().optional(),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "digest: 64 hexadecimal digits")
    .optional(),
});

export const scriptToolInput = scriptCallInput;
/** A trial of the newest version, published or not. */
export const testToolInput = scriptCallInput;
export type ScriptCallInput = z.infer<typeof scriptCallInput>;

export function isScriptToolCall(tool: string): boolean {
  return tool === "script_tool" || tool === "test_tool";
}

export function isScriptToolName(name: string): boolean {
  return scriptToolName.safeParse(name).success;
}

/** Milliseconds that a trial may take. Source: spec section 1. */
export const trialMs = 60_000;
export const defaultScriptSeconds = 15 * 60;
