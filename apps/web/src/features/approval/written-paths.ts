import type { ResolvedPath } from "@gatehouse/core/policy/cases/resolved-paths";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";

export type Written = {
  path: string;
  how: string;
  /** outside the home or named by policy as sensitive */
  warn: boolean;
};

/** What a yes would let the call write, change or take away, as far as its text says. */
export function writtenPaths(call: ToolCallView, paths: readonly ResolvedPath[]): Written[] {
  if (call.tool === "download_file")
    return [{ path: call.input.output_path, how: "the download is written there", warn: false }];
  if (call.tool === "edit_file") return editedPaths(call.input);
  if (!("argv" in call.input)) return [];
  const named = call.input.write_paths ?? [];
  return paths
    .filter(({ access }) => access === "write")
    .map(({ text, path, place, marks, linked, exists }) => ({
      path: linked || !path.endsWith(text) ? `${text} → ${path}` : text,
      how: named.includes(text)
        ? "it may write there and below"
        : exists === true
          ? "written by the call; it is there already"
          : "written by the call",
      warn: place === "outside" || marks.includes("sensitive"),
    }));
}

function editedPaths(input: Extract<ToolCallView, { tool: "edit_file" }>["input"]): Written[] {
  if (input.mode === "undo")
    return input.paths.map((path) => ({ path, how: "set back to what it was", warn: false }));
  const words = {
    write: "create" in input && input.create === true ? "a new file" : "written whole, over what is there",
    patch: "changed in the places below",
    remove: "moved to the trash",
    restore: "brought back",
  } as const;
  return [{ path: input.path, how: words[input.mode], warn: false }];
}
