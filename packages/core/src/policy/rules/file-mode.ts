import type { PathCall } from "../../path/file-paths.ts";
import type { FileRule } from "../file-rule.ts";
import { allow, ask } from "../reason.ts";

const doing = {
  write: "writes a file",
  patch: "changes a file",
  remove: "moves a file to the trash",
  restore: "restores a file",
  undo: "takes back changes of files",
} as const;

/** In safe mode a change asks, whatever else does; reading by itself never does. */
export const fileMode: FileRule = ({ call, mode }) => {
  const does = changing(call);
  if (does === null) return [allow("file-mode", "only reads")];
  if (mode === "auto") return [allow("file-mode", `${does} without asking in auto mode`)];
  return [
    ask("file-mode", "needs_confirmation", `${does}, and the session is in safe mode`, {
      strength: "confirm",
      ask: { kind: "call" },
    }),
  ];
};

function changing(call: PathCall): string | null {
  if (call.tool === "generate_image" || call.tool === "generate_audio") return doing.write;
  return call.tool === "edit_file" ? doing[call.input.mode] : null;
}
