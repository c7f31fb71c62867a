import { readdirSync, readFileSync } from "node:fs";

/** The processes below one, whichever of its threads started them; a process that ends meanwhile is left out. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch (_gone) {
    return [];
  }
}

/** Every descendant, in no order. */
export function descendantsOf(pid: number): number[] {
  const found: number[] = [];
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const children = childrenOf(next);
    found.push(...children);
    queue.push(...children);
  }
  return found;
}

export function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (_gone) {
    // the process ended between reading and signalling
  }
}

/**
 * Ends a bubblewrap and all below it. The outer process is stopped first, so that it cannot make the inner one after
 * its children were read: an inner process whose outer died early waits for ever and no signal is armed for it.
 */
export function killTree(outer: number): void {
  signalQuietly(outer, "SIGSTOP");
  const inside = descendantsOf(outer);
  for (const inner of childrenOf(outer)) signalQuietly(inner, "SIGKILL");
  // The kernel ends them with the first process of theirs, a moment later in which they would still run.
  for (const pid of inside) signalQuietly(pid, "SIGKILL");
  signalQuietly(outer, "SIGKILL");
}

/** SIGTERM to everything inside except the sandbox's own first process, so that traps can run. */
export function terminateTree(outer: number): void {
  for (const inner of childrenOf(outer)) {
    for (const pid of descendantsOf(inner)) {
      signalQuietly(pid, "SIGTERM");
      signalQuietly(pid, "SIGCONT");
    }
  }
}
