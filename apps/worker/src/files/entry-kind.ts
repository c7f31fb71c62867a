import type { Stats } from "node:fs";
import type { FileKind } from "@gatehouse/core/contracts/files";

export function kindOf(found: Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink">): FileKind {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "directory";
  return found.isSymbolicLink() ? "link" : "other";
}
