import type { MediaCall } from "../tool-call/media-input.ts";
import { type FileCall, isFileCall, isMediaCall, type ToolCall } from "../tool-call/tool-call.ts";

/** A call that names paths of files by itself, not inside an argv. */
export type PathCall =
  | FileCall
  | Extract<ToolCall, { tool: "download_file" | "open_file" | MediaCall["tool"] }>;

export function isPathCall(call: ToolCall): call is PathCall {
  return isFileCall(call) || call.tool === "download_file" || call.tool === "open_file" || isMediaCall(call);
}

/** One path of a file tool's call, and what is meant to be done there. */
export type FileUse = {
  path: string;
  access: "read" | "write";
  /** true: a link in the last place is meant itself, as rm means it */
  keepLast: boolean;
};

export function fileUses(call: PathCall): FileUse[] {
  switch (call.tool) {
    case "read_files":
      return call.input.files.map(({ path }) => ({ path, access: "read", keepLast: false }));
    case "find_files":
      return call.input.queries.map(({ dir }) => ({ path: dir, access: "read", keepLast: false }));
    case "file_history":
    case "open_file":
      return [{ path: call.input.path, access: "read", keepLast: false }];
    case "edit_file": {
      if (call.input.mode === "undo")
        return call.input.paths.map((path) => ({ path, access: "write", keepLast: true }));
      const { mode, path } = call.input;
      const keepLast = mode === "remove" || (mode === "restore" && call.input.trash !== undefined);
      return [{ path, access: "write", keepLast }];
    }
    case "download_file":
    case "generate_image":
    case "generate_audio":
      return [{ path: call.input.output_path, access: "write", keepLast: false }];
  }
}
