import path from "node:path";
import type { FileChangeKind, FilesChanged } from "@gatehouse/core/contracts/files";
import { agentWorkspace } from "@gatehouse/core/path/facts";
import { diffText, textOf } from "./diff-text.ts";
import { problemOf } from "./file-problem.ts";
import type { HistoryStore } from "./history-store.ts";
import { readWhole } from "./read-file.ts";
import { type Difference, differences, type SeenFile, type SnapshotResult } from "./snapshot.ts";

export type Change = {
  path: string;
  change: FileChangeKind;
  bytesBefore: number | null;
  bytesAfter: number | null;
  diff: string | null;
};
export type KeptVersion = { path: string; action: "command"; bytes: number; digest: string; mode: number };
export type Changes = { changed: FilesChanged; changes: Change[]; versions: KeptVersion[] };

/** How much of what a command wrote is kept as text, and how much of it is listed. */
const limits = { listed: 500, kept: 100, fileBytes: 64 * 1024, allBytes: 2 * 1024 ** 2, diffMs: 400 };

export type ChangedFiles = {
  workspace: string;
  before: SnapshotResult;
  after: SnapshotResult;
  history: HistoryStore;
  /** by the path the command sees: neither kept nor shown */
  isSecret: (seen: string) => boolean;
};

/** What an execution changed in its workspace; small texts are kept, so that a later change of them can be shown. */
export function changedFiles(input: ChangedFiles): Changes {
  const { before, after } = input;
  if (!before.ok) return nothing(before.why);
  if (!after.ok) return nothing(after.why);
  const all = differences(before.snapshot, after.snapshot);
  const counts = { created: 0, changed: 0, deleted: 0 };
  const changes: Change[] = [];
  const versions: KeptVersion[] = [];
  let keptBytes = 0;
  const diffsUntil = performance.now() + limits.diffMs;
  for (const difference of all) {
    counts[kindOf(difference)] += 1;
    if (changes.length >= limits.listed) continue;
    const seen = `${agentWorkspace}/${difference.path}`;
    const roomy = versions.length < limits.kept && keptBytes < limits.allBytes;
    const kept = roomy && !input.isSecret(seen) ? keep(difference, seen, input) : null;
    if (kept !== null) {
      versions.push(kept);
      keptBytes += kept.bytes;
    }
    changes.push(changeOf(difference, seen, { input, diffMs: diffsUntil - performance.now() }));
  }
  const { leftOut } = after.snapshot;
  const changed: FilesChanged = {
    recorded: true,
    ...counts,
    listed: changes.length,
    ...(leftOut.length === 0 ? {} : { leftOut: [...leftOut] }),
  };
  return { changed, changes, versions };
}

function nothing(why: string): Changes {
  return { changed: { recorded: false, why }, changes: [], versions: [] };
}

function kindOf({ before, after }: Difference): FileChangeKind {
  if (before === null) return "created";
  return after === null ? "deleted" : "changed";
}

/** The content as it was seen, or nothing where it changed again meanwhile or is no small text. */
function keep({ path: relative, after }: Difference, seen: string, input: ChangedFiles): KeptVersion | null {
  if (after === null || after.kind !== "file" || after.size > limits.fileBytes) return null;
  try {
    const place = { seen, host: path.join(input.workspace, relative) };
    const { bytes, stats } = readWhole(place, { limit: limits.fileBytes });
    const unchanged =
      stats?.ino === after.inode && stats.ctimeMs === after.changedAtMs && stats.size === after.size;
    if (stats === null || !unchanged || textOf(bytes) === null) return null;
    after.digest = input.history.put(bytes);
    return {
      path: seen,
      action: "command",
      bytes: bytes.length,
      digest: after.digest,
      mode: stats.mode & 0o7777,
    };
  } catch (cause) {
    problemOf(cause);
    return null;
  }
}

function changeOf(difference: Difference, seen: string, of: { input: ChangedFiles; diffMs: number }): Change {
  const { input, diffMs: ms } = of;
  const name = seen.slice(agentWorkspace.length + 1);
  const { before, after } = difference;
  const then = contentOf(before, input);
  const now = contentOf(after, input);
  return {
    path: seen,
    change: kindOf(difference),
    bytesBefore: before?.size ?? null,
    bytesAfter: after?.size ?? null,
    diff: then === null || now === null || ms < 5 ? null : diffText({ name, before: then, after: now, ms }),
  };
}

/** Empty for a file that is not there; null where its content is not known. */
function contentOf(file: SeenFile | null, { history }: ChangedFiles): string | null {
  if (file === null) return "";
  if (file.digest === undefined) return null;
  const bytes = history.get(file.digest);
  return bytes === null ? null : textOf(bytes);
}
