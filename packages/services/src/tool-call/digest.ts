import { createHash } from "node:crypto";
import { digestInput } from "@gatehouse/core/canonical";
import { isCommandCall, type ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { storable } from "../storable.ts";

/** What an approval, a step-up and the audit record are bound to: these exact bytes of input. */
export function digestOf(call: ToolCall): string {
  return sha256(digestInput(call));
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** First word of argv as the audit page lists and filters it; of another tool its name, of a script tool its own. */
export function programOf(call: ToolCall): string {
  const word = storable(nameOf(call));
  return word.length > 255 ? `${word.slice(0, 254)}…` : word;
}

function nameOf(call: ToolCall): string {
  if (isCommandCall(call)) return call.input.argv[0] ?? "";
  return call.tool === "script_tool" ? call.input.name : call.tool;
}
