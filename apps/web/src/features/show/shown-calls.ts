import type { ToolCallView } from "../tool-call/tool-call-view.ts";

export type ShownCall = Extract<ToolCallView, { tool: "open_file" | "html_template" }>;

export function isShowCall(call: ToolCallView): call is ShownCall {
  return call.tool === "open_file" || call.tool === "html_template";
}

/** It put something before the person: not what was refused, cancelled, or could not be read. */
export function isShown(call: ToolCallView): call is ShownCall {
  const { execution } = call;
  return isShowCall(call) && execution?.outcome === "exited" && execution.exitCode === 0;
}

export function shownTitle(call: ShownCall): string {
  if (call.tool === "html_template") return call.input.title ?? "A page of the agent's";
  return call.input.path.slice(call.input.path.lastIndexOf("/") + 1);
}
