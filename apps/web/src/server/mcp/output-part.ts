import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { readOutput } from "@gatehouse/services/output/read";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { answered } from "./answer.ts";
import type { Mcp } from "./mcp.ts";
import { isOver } from "./wait.ts";

/** A piece of output as text that ends with a whole character; bytes that are none are shown as U+FFFD. */
export async function outputPart(
  { ctx }: Mcp,
  view: ToolCallView,
  { offset, limit }: { offset: number; limit: number },
): Promise<CallToolResult> {
  const data = { tool_call_id: view.id, offset };
  if (view.execution === undefined)
    return answered("It has printed nothing: it has not been started.", {
      ...data,
      text: "",
      next_offset: offset,
      finished: isOver(view),
    });
  const part = await readOutput(ctx, { executionId: view.execution.id, from: offset, limit });
  const bytes = Buffer.concat(part.frames.map((frame) => Buffer.from(frame.bytesBase64, "base64")));
  const whole = part.end === null ? wholeCharacters(bytes) : bytes.length;
  const text = bytes.subarray(0, whole).toString("utf8");
  return answered(text === "" ? nothing(part.end !== null) : text, {
    ...data,
    text,
    next_offset: offset + whole,
    finished: part.end !== null,
  });
}

function nothing(finished: boolean): string {
  return finished ? "[no output from here on; it is over]" : "[nothing more so far]";
}

/** Without the beginning of a character whose rest is still to come; never less than something. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length - 1); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? bytes.length - back : bytes.length;
    }
    if (byte < 0x80) break;
  }
  return bytes.length;
}
