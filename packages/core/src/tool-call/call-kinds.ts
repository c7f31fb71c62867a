import type { CommandCall, FileCall, ToolCall } from "./tool-call.ts";

const fileTools: Record<FileCall["tool"], true> = {
  read_files: true,
  find_files: true,
  edit_file: true,
  file_history: true,
};

export function isCommandTool(tool: string): tool is CommandCall["tool"] {
  return tool === "run_command" || tool === "background_command";
}

export function isCommandCall(call: ToolCall): call is CommandCall {
  return isCommandTool(call.tool);
}

export function isFileCall(call: ToolCall): call is FileCall {
  return Object.hasOwn(fileTools, call.tool);
}
