import { lstatSync } from "node:fs";
import path from "node:path";
import { differences, type SeenFile, type Snapshot, type SnapshotResult, takeSnapshot } from "./snapshot.ts";

/**
 * Knows what a workspace held when its last execution ended, so that one look serves two executions. While several run in
 * one workspace each takes looks of its own, and what they change together is told by each of them.
 */
export type WorkspaceWatch = {
  begin(workspace: string): Promise<SnapshotResult>;
  end(workspace: string, before: SnapshotResult): Promise<SnapshotResult>;
  /** a file tool changed one file; `digest` is of the content that is kept */
  edited(workspace: string, relative: string, digest: string | null): void;
};

type Kept = { running: number; last: Snapshot | null; fresh: boolean; edits: Map<string, SeenFile> };

const mostFiles = 200_000;

export function createWorkspaceWatch(): WorkspaceWatch {
  const all = new Map<string, Kept>();
  const keptOf = (workspace: string): Kept => {
    const kept = all.get(workspace) ?? { running: 0, last: null, fresh: false, edits: new Map() };
    all.delete(workspace);
    all.set(workspace, kept);
    return kept;
  };
  return {
    async begin(workspace) {
      const kept = keptOf(workspace);
      kept.running += 1;
      if (kept.fresh && kept.last !== null && kept.running === 1) {
        kept.fresh = false;
        return { ok: true, snapshot: kept.last };
      }
      kept.fresh = false;
      return look(workspace, kept);
    },
    async end(workspace, before) {
      const kept = keptOf(workspace);
      kept.running = Math.max(0, kept.running - 1);
      if (!before.ok) return before;
      const after = await takeSnapshot(workspace);
      kept.last = after.ok ? after.snapshot : null;
      kept.fresh = after.ok && kept.running === 0;
      forgetOldest(all);
      return after;
    },
    edited(workspace, relative, digest) {
      const kept = keptOf(workspace);
      kept.fresh = false;
      const found = lstatSync(path.join(workspace, relative), { throwIfNoEntry: false });
      if (digest === null || found === undefined || !found.isFile()) kept.edits.delete(relative);
      else
        kept.edits.set(relative, {
          size: found.size,
          inode: found.ino,
          changedAtMs: found.ctimeMs,
          kind: "file",
          digest,
        });
    },
  };
}

/** A look of its own, with the digests that are known of files that did not change since. */
async function look(workspace: string, kept: Kept): Promise<SnapshotResult> {
  const taken = await takeSnapshot(workspace);
  if (!taken.ok) return taken;
  if (kept.last !== null) differences(kept.last, taken.snapshot);
  differences({ files: kept.edits, leftOut: [] }, taken.snapshot);
  kept.edits.clear();
  kept.last = taken.snapshot;
  return taken;
}

function forgetOldest(all: Map<string, Kept>): void {
  let files = [...all.values()].reduce((sum, kept) => sum + (kept.last?.files.size ?? 0), 0);
  for (const [workspace, kept] of all) {
    if (files <= mostFiles && all.size <= 256) return;
    if (kept.running > 0) continue;
    files -= kept.last?.files.size ?? 0;
    all.delete(workspace);
  }
}
