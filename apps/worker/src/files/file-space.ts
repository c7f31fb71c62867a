import { agentHome, type Facts } from "@gatehouse/core/path/facts";
import { isDenied, isSensitive } from "@gatehouse/core/path/classify";
import { isWithin } from "@gatehouse/core/path/lexical";
import { realPath } from "@gatehouse/core/path/resolve";
import type { Lists } from "@gatehouse/core/policy/compiled";
import { FileProblem } from "./file-problem.ts";
import type { FileGuard, Place } from "./guard.ts";
import type { HistoryStore } from "./history-store.ts";
import type { ThreadPool } from "./thread-pool.ts";

/** What the file tools of one execution may see and use; everything is as it was decided a moment ago. */
export type FileSpace = {
  facts: Facts;
  lists: Lists;
  denied: readonly string[];
  exclude: readonly string[];
  /** real paths that a person granted to this session, read or write */
  granted: readonly string[];
  /** host directories of the product itself, in which nothing is anybody's file */
  privateDirectories: readonly string[];
  /** host directories that are the session's own */
  own: readonly { seen: string; host: string }[];
  toHost: (seen: string) => string | null;
  guard: FileGuard;
  history: HistoryStore;
  threads: ThreadPool;
  signal: AbortSignal;
};

/** A path of a call to the one place it means, or why there is none. */
export function placeIn(space: FileSpace, written: string, keepLast = false): Place {
  const seen = realPath(written, space.facts, keepLast);
  if (isDenied(seen, space.denied))
    throw new FileProblem("denied", "this path is denied by policy; no approval can change it");
  const host = space.toHost(seen);
  if (host === null)
    throw new FileProblem("not_kept", "nothing is kept there: it exists only while a command runs");
  const isOwn = space.own.some((root) => isWithin(host, root.host));
  if (!isOwn && space.privateDirectories.some((root) => isWithin(host, root) || isWithin(root, host)))
    throw new FileProblem("denied", "this directory belongs to the host itself");
  return { seen, host };
}

/** Outside home and without a grant of its own a session reads what everybody may read, not what the worker may. */
export function othersMayRead(space: FileSpace, { seen }: Place): boolean {
  return !isWithin(seen, agentHome) && !isDenied(seen, space.granted);
}

export function isSecret(space: Pick<FileSpace, "lists">, seen: string): boolean {
  return isSensitive(seen, space.lists.sensitive);
}
