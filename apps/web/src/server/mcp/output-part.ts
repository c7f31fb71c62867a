import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { outputTextFrom } from "@gatehouse/services/output/text";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import { answered } from "./answer.ts";
import type { Mcp } from "./mcp.ts";
import { isOver } from "./wait.ts";

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
  const read = await outputTextFrom(ctx, { executionId: view.execution.id, offset, limit });
  const { text, nextOffset, finished } = read;
  return answered(text === "" ? nothing(finished) : text, {
    ...data,
    text,
    next_offset: nextOffset,
    finished,
  });
}

function nothing(finished: boolean): string {
  return finished ? "[no output from here on; it is over]" : "[nothing more so far]";
}
