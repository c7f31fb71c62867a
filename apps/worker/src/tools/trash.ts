/**
 * What rm means here: each target moves to a trash outside every workspace, and nothing is deleted. The parent is opened
 * component by component, so a link swapped in between ends in an error; a link that is a target is moved itself.
 */
import { randomBytes } from "node:crypto";
import { closeSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { moveEntry } from "./move-tree.ts";
import { below, openDirectory } from "./open-directory.ts";

export type TrashTarget = {
  /** as the person wrote it, for the messages */
  written: string;
  /** as the command sees it */
  seen: string;
  /** real path on the host, of the link itself where the target is one */
  host: string;
};

export type TrashOptions = {
  recursive: boolean;
  force: boolean;
  emptyDirectories: boolean;
  verbose: boolean;
};

export type Trashed = {
  storedName: string;
  originalPath: string;
  kind: "file" | "directory" | "link" | "other";
  bytes: number;
};

export type TrashResult = { moved: Trashed[]; stdout: string; stderr: string; exitCode: number };

export function moveToTrash(
  targets: readonly TrashTarget[],
  options: TrashOptions,
  trashDirectory: string,
): TrashResult {
  const result: TrashResult = { moved: [], stdout: "", stderr: "", exitCode: 0 };
  for (const target of targets) {
    const problem = moveOne(target, { options, trashDirectory, result });
    if (problem === null) continue;
    result.stderr += `rm: cannot remove '${target.written}': ${problem}\n`;
    result.exitCode = 1;
  }
  return result;
}

type Into = { options: TrashOptions; trashDirectory: string; result: TrashResult };

function moveOne(target: TrashTarget, into: Into): string | null {
  const { options, trashDirectory, result } = into;
  const name = path.basename(target.host);
  let parent: number;
  try {
    parent = openDirectory(path.dirname(target.host));
  } catch (cause) {
    return problemOf(cause, options);
  }
  try {
    const found = lstatSync(below(parent, name));
    const isDirectory = found.isDirectory();
    if (isDirectory && !options.recursive && !(options.emptyDirectories && isEmpty(below(parent, name)))) {
      return options.emptyDirectories ? "Directory not empty" : "Is a directory";
    }
    const storedName = randomBytes(16).toString("hex");
    const place = path.join(trashDirectory, storedName);
    mkdirSync(place, { mode: 0o700 });
    writeFileSync(path.join(place, "origin.json"), JSON.stringify({ originalPath: target.seen }), {
      mode: 0o600,
    });
    const home = openDirectory(place);
    try {
      moveEntry({ fd: parent, name }, { fd: home, name: "item" });
    } finally {
      closeSync(home);
    }
    const kind = isDirectory
      ? "directory"
      : found.isSymbolicLink()
        ? "link"
        : found.isFile()
          ? "file"
          : "other";
    result.moved.push({
      storedName,
      originalPath: target.seen,
      kind,
      bytes: sizeOf(path.join(place, "item")),
    });
    result.stdout += `moved to trash: ${target.seen}${isDirectory ? "/" : ""}\n`;
    return null;
  } catch (cause) {
    return problemOf(cause, options);
  } finally {
    closeSync(parent);
  }
}

function problemOf(cause: unknown, options: TrashOptions): string | null {
  const code = (cause as NodeJS.ErrnoException).code ?? "";
  if (code === "ENOENT" || code === "ENOTDIR") {
    if (options.force) return null;
    return code === "ENOENT" ? "No such file or directory" : "Not a directory";
  }
  const known: Record<string, string> = {
    EACCES: "Permission denied",
    EPERM: "Operation not permitted",
    EROFS: "Read-only file system",
    ELOOP: "it became a link meanwhile",
    EBUSY: "Device or resource busy",
    ENOSPC: "No space left in the trash",
  };
  return known[code] ?? (cause instanceof Error ? cause.message : String(cause));
}

function isEmpty(directory: string): boolean {
  return readdirSync(directory).length === 0;
}

/** In the trash nobody changes it any more. */
function sizeOf(place: string): number {
  const found = lstatSync(place);
  if (!found.isDirectory()) return found.size;
  try {
    return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EACCES") return 0;
    throw cause;
  }
}
