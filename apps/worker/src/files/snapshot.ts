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
const lookBatch = 128;

/** Their tools keep thousands of files there that no person reads; they are named as left out, never silently. */
const notEntered = new Set([".git", "node_modules"]);

export async function takeSnapshot(
  host: string,
  budget: SnapshotBudget = snapshotBudget,
): Promise<SnapshotResult> {
  const into: Into = { files: new Map(), pending: [""], leftOut: new Set() };
  const pace = paced(budget);
  const root = openDirectory(host);
  try {
    for (let prefix = into.pending.pop(); prefix !== undefined; prefix = into.pending.pop()) {
      const directory = openBelow(root, prefix);
      if (directory === null) continue;
      const why = await lookInto({ directory, prefix }, into, pace);
      if (why !== null) return { ok: false, why };
    }
  } finally {
    closeSync(root);
  }
  return { ok: true, snapshot: { files: into.files, leftOut: [...into.leftOut].sort() } };
}

type Pace = (entries: number) => Promise<string | null>;

async function lookInto(
  at: { directory: number; prefix: string },
  into: Into,
  pace: Pace,
): Promise<string | null> {
  try {
    const names = readdirSync(`/proc/self/fd/${at.directory}`);
    for (let from = 0; from < names.length; from += lookBatch) {
      const batch = names.slice(from, from + lookBatch);
      for (const name of batch) note({ ...at, name }, into);
      const why = await pace(batch.length);
      if (why !== null) return why;
    }
    return null;
  } finally {
    closeSync(at.directory);
  }
}

/** Counts what was looked at and gives way to other work; says why to stop, once there is a reason. */
function paced(budget: SnapshotBudget): Pace {
  const startedAt = performance.now();
  let slice = startedAt;
  let entries = 0;
  return async (more) => {
    entries += more;
    if (entries > budget.entries) return `more than ${budget.entries} files`;
    if (performance.now() - slice <= sliceMs) return null;
    await new Promise((resolve) => setImmediate(resolve));
    slice = performance.now();
    return slice - startedAt > budget.ms ? "looking at all files took too long" : null;
  };
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
