/**
 * What stands in a workspace at one moment, so that two moments can be compared. Links are not followed. The walk gives
 * way to other work, and gives up with a reason where a tree is larger than it may look at: then nothing is claimed.
 */
import { closeSync, constants, lstatSync, openSync, readdirSync } from "node:fs";
import { below, openChildDirectory, openDirectory } from "./open-directory.ts";

export type SeenFile = {
  size: number;
  inode: number;
  /** neither can be set by a command: the time of the last change of content, name or mode */
  changedAtMs: number;
  kind: "file" | "link";
  /** of its content, where that is kept */
  digest?: string;
};

export type Snapshot = {
  files: ReadonlyMap<string, SeenFile>;
  /** names of directories that were met and not looked into */
  leftOut: readonly string[];
};
export type SnapshotResult = { ok: true; snapshot: Snapshot } | { ok: false; why: string };

export type SnapshotBudget = { entries: number; ms: number };
export const snapshotBudget: SnapshotBudget = { entries: 20_000, ms: 2_000 };

const sliceMs = 2;

/** Their tools keep thousands of files there that no person reads; they are named as left out, never silently. */
const notEntered = new Set([".git", "node_modules"]);

export async function takeSnapshot(
  host: string,
  budget: SnapshotBudget = snapshotBudget,
): Promise<SnapshotResult> {
  const files = new Map<string, SeenFile>();
  const startedAt = performance.now();
  let slice = startedAt;
  let entries = 0;
  const pending: string[] = [""];
  const leftOut = new Set<string>();
  const root = openDirectory(host);
  try {
    for (let prefix = pending.pop(); prefix !== undefined; prefix = pending.pop()) {
      const directory = openBelow(root, prefix);
      if (directory === null) continue;
      try {
        for (const name of readdirSync(`/proc/self/fd/${directory}`)) {
          entries += 1;
          if (entries > budget.entries) return { ok: false, why: `more than ${budget.entries} files` };
          note({ directory, prefix, name }, { files, pending, leftOut });
          if ((entries & 127) === 0 && performance.now() - slice > sliceMs) {
            await new Promise((resolve) => setImmediate(resolve));
            slice = performance.now();
            if (slice - startedAt > budget.ms)
              return { ok: false, why: "looking at all files took too long" };
          }
        }
      } finally {
        closeSync(directory);
      }
    }
  } finally {
    closeSync(root);
  }
  return { ok: true, snapshot: { files, leftOut: [...leftOut].sort() } };
}

type Into = { files: Map<string, SeenFile>; pending: string[]; leftOut: Set<string> };
type Found = { directory: number; prefix: string; name: string };

function note({ directory, prefix, name }: Found, into: Into): void {
  const found = lstatSync(below(directory, name), { throwIfNoEntry: false });
  if (found === undefined) return;
  const path = prefix === "" ? name : `${prefix}/${name}`;
  if (found.isDirectory() && notEntered.has(name)) into.leftOut.add(name);
  else if (found.isDirectory()) into.pending.push(path);
  else if (found.isFile() || found.isSymbolicLink())
    into.files.set(path, {
      size: found.size,
      inode: found.ino,
      changedAtMs: found.ctimeMs,
      kind: found.isFile() ? "file" : "link",
    });
}

/** A directory of the tree, component by component; one that is gone, closed or became a link is left out. */
function openBelow(root: number, prefix: string): number | null {
  let fd: number | null = null;
  try {
    fd = openSync(`/proc/self/fd/${root}`, constants.O_RDONLY | constants.O_DIRECTORY);
    for (const name of prefix === "" ? [] : prefix.split("/")) {
      const parent: number = fd;
      fd = null;
      try {
        fd = openChildDirectory(parent, name);
      } finally {
        closeSync(parent);
      }
    }
    return fd;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "ENOTDIR", "ELOOP", "EACCES"].includes(code)) return null;
    throw cause;
  }
}

export type Difference = { path: string; before: SeenFile | null; after: SeenFile | null };

/** What was created, changed or deleted between two moments, by path. */
export function differences(before: Snapshot, after: Snapshot): Difference[] {
  const found: Difference[] = [];
  for (const [path, now] of after.files) {
    const then = before.files.get(path);
    if (then === undefined) found.push({ path, before: null, after: now });
    else if (!same(then, now)) found.push({ path, before: then, after: now });
    else if (then.digest !== undefined) now.digest = then.digest;
  }
  for (const [path, then] of before.files)
    if (!after.files.has(path)) found.push({ path, before: then, after: null });
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function same(a: SeenFile, b: SeenFile): boolean {
  return a.size === b.size && a.inode === b.inode && a.changedAtMs === b.changedAtMs && a.kind === b.kind;
}
