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
  if (call.tool !== "edit_file") return [allow("file-mode", "only reads")];
  if (mode === "auto") return [allow("file-mode", `${doing[call.input.mode]} without asking in auto mode`)];
  return [
    ask("file-mode", "needs_confirmation", `${doing[call.input.mode]}, and the session is in safe mode`, {
      strength: "confirm",
      ask: { kind: "call" },
    }),
  ];
};
