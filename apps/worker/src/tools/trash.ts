/**
 * What rm means here: each target moves to a trash outside every workspace, and nothing is deleted. The parent is opened
 * component by component, so a link swapped in between ends in an error; a link that is a target is moved itself.
 */
import { lstatSync, readdirSync } from "node:fs";
import { type FileProblem, problemOf } from "../files/file-problem.ts";
import type { FileGuard, Place } from "../files/guard.ts";
import { below } from "../files/open-directory.ts";
import { putAway, type TrashBin, type Trashed } from "../files/trash-bin.ts";

/** What is in it goes back or is emptied by a person when it is full. */
export const trashIsFull = "the trash of this session is full: restore or empty something first";

export type TrashTarget = Place & {
  /** as the person wrote it, for the messages */
  written: string;
};

export type TrashOptions = {
  recursive: boolean;
  force: boolean;
  emptyDirectories: boolean;
  verbose: boolean;
};

export type TrashInto = { guard: FileGuard; bin: TrashBin; usedBytes: number; quotaBytes: number };
export type TrashResult = { moved: Trashed[]; stdout: string; stderr: string; exitCode: number };

export function moveToTrash(
  targets: readonly TrashTarget[],
  options: TrashOptions,
  into: TrashInto,
): TrashResult {
  const result: TrashResult = { moved: [], stdout: "", stderr: "", exitCode: 0 };
  let usedBytes = into.usedBytes;
  for (const target of targets) {
    const moved = usedBytes >= into.quotaBytes ? { problem: trashIsFull } : moveOne(target, options, into);
    if (moved === null) continue;
    if ("problem" in moved) {
      result.stderr += `rm: cannot remove '${target.written}': ${moved.problem}\n`;
      result.exitCode = 1;
      continue;
    }
    usedBytes += moved.bytes;
    result.moved.push(moved);
    result.stdout += `moved to trash: ${target.seen}${moved.kind === "directory" ? "/" : ""}\n`;
  }
  return result;
}

/** null: it is missing, and -f asks for silence about that */
function moveOne(
  target: TrashTarget,
  options: TrashOptions,
  into: TrashInto,
): Trashed | { problem: string } | null {
  let moved: Trashed | { problem: string } = { problem: "No such file or directory" };
  try {
    into.guard.remove(target, (entry) => {
      const place = below(entry.fd, entry.name);
      const problem = directoryProblem(place, options);
      moved = problem === null ? putAway(entry, into.bin, target.seen) : { problem };
    });
  } catch (cause) {
    const problem: FileProblem = problemOf(cause);
    const missing =
      problem.code === "absent" || (problem.cause as { code?: string } | null)?.code === "ENOTDIR";
    return missing && options.force ? null : { problem: problem.message };
  }
  return moved;
}

function directoryProblem(place: string, options: TrashOptions): string | null {
  if (!lstatSync(place).isDirectory() || options.recursive) return null;
  if (!options.emptyDirectories) return "Is a directory";
  return readdirSync(place).length === 0 ? null : "Directory not empty";
}
