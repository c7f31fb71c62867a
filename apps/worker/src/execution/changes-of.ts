import { agentHome } from "@gatehouse/core/path/facts";
import { compiled } from "@gatehouse/core/policy/compiled";
import type { Work } from "@gatehouse/services/execution/claim";
import type { FileRecord } from "@gatehouse/services/file/record";
import { newId } from "@gatehouse/services/new-id";
import { changedFiles } from "../files/changed-files.ts";
import { isSecret } from "../files/file-space.ts";
import { openHistory } from "../files/history-store.ts";
import type { SnapshotResult } from "../files/snapshot.ts";
import type { Worker } from "./run-execution.ts";

/** What a command did to its workspace, as it is recorded with its end. */
export function changesOf(
  worker: Worker,
  work: Work,
  of: { before: SnapshotResult; after: SnapshotResult; workspace: string },
): FileRecord {
  const lists = compiled(work.policy.document, agentHome);
  const { changed, changes, versions } = changedFiles({
    ...of,
    history: openHistory(worker.directories.history, work.workspaceDirectory),
    isSecret: (seen) => isSecret({ lists }, seen),
  });
  return {
    changed,
    changes: changes.map((change) => ({ id: newId<string>(), ...change })),
    versions: versions.map((version) => ({ id: newId<string>(), ...version })),
    restored: [],
  };
}
