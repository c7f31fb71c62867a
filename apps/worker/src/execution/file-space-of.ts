import path from "node:path";
import { agentHome, agentWorkspace, type Facts } from "@gatehouse/core/path/facts";
import { realPath } from "@gatehouse/core/path/resolve";
import { compiled } from "@gatehouse/core/policy/compiled";
import type { Work } from "@gatehouse/services/execution/claim";
import type { FileSpace } from "../files/file-space.ts";
import { createFileGuard } from "../files/guard.ts";
import { openHistory } from "../files/history-store.ts";
import type { TrashBin } from "../files/trash-bin.ts";
import { resolveFacts } from "./resolve-facts.ts";
import type { Worker } from "./run-execution.ts";
import { agentKeep, type SandboxView, toHost } from "./sandbox-view.ts";

/** Denied paths of a policy with what they really lead to on this host, in the view of the command. */
export function deniedPlaces(work: Work, view: SandboxView): string[] {
  const { deniedPaths } = compiled(work.policy.document, agentHome);
  if (deniedPaths.length === 0) return [];
  const facts = resolveFacts(deniedPaths, view);
  return [...new Set(deniedPaths.flatMap((entry) => [entry, realPath(entry, facts)]))];
}

/** What the file tools of one execution may see: the facts are those that were decided on. */
export function fileSpaceOf(
  worker: Worker,
  work: Work,
  of: { view: SandboxView; facts: Facts; signal: AbortSignal },
): FileSpace {
  const { view, facts, signal } = of;
  const { document } = work.policy;
  const denied = deniedPlaces(work, view);
  return {
    facts,
    lists: compiled(document, agentHome),
    denied,
    exclude: document.exclude_list,
    granted: work.grants.flatMap((grant) => (grant.kind === "path" ? [grant.path] : [])),
    privateDirectories: [path.dirname(path.dirname(view.workspace))],
    own: [
      { seen: agentWorkspace, host: view.workspace },
      { seen: agentKeep, host: view.keep },
    ],
    toHost: (seen) => toHost(seen, view),
    guard: createFileGuard(denied),
    history: openHistory(worker.directories.history, work.workspaceDirectory),
    threads: worker.threads,
    signal,
  };
}

export function trashBinOf(worker: Worker, { orgId, sessionId, executionId }: Work): TrashBin {
  return { directory: worker.directories.trash, owner: { orgId, sessionId, executionId } };
}

/** Bytes of one session's trash. */
export function trashQuota({ policy }: Work): number {
  return policy.document.limits.trash_mib * 1024 ** 2;
}
