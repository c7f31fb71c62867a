import { readdirSync, readFileSync, rmdirSync, rmSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { CgroupRoot } from "./launch-order.ts";
import { killTree, signalQuietly } from "./process-tree.ts";

/**
 * Ends what an earlier worker or a killed command line left: bubblewraps of this account, and what was to become one, whose arguments name this
 * run directory and whose parent is gone, their groups, their FIFOs. Whatever has a living parent is not ours to end.
 */
export async function sweepLeftovers(runDirectory: string, cgroups: readonly CgroupRoot[]): Promise<void> {
  for (const pid of orphans(runDirectory)) {
    killTree(pid);
    signalQuietly(pid, "SIGKILL");
  }
  const fifos = join(runDirectory, "fifo");
  for (const name of readQuietly(fifos)) {
    const owner = Number(/^f(\d+)-/.exec(name)?.[1] ?? 0);
    if (!isAlive(owner)) removeQuietly(() => unlinkSync(join(fifos, name)));
  }
  for (const { directory } of cgroups) {
    for (const name of readQuietly(directory)) {
      if (name.startsWith("x-")) removeQuietly(() => rmdirSync(join(directory, name)));
    }
  }
}

const builtDays = 2;

/** Root trees and farms of earlier policies and earlier states of the host; a worker that boots has none in use. */
export function pruneBuilt(runDirectory: string): void {
  const places = [
    ...readQuietly(runDirectory).filter((name) => name.startsWith("root-")),
    ...readQuietly(join(runDirectory, "farms")).map((name) => join("farms", name)),
    ...readQuietly(join(runDirectory, "noexec")).map((name) => join("noexec", name)),
    ...readQuietly(join(runDirectory, "denied")).map((name) => join("denied", name)),
  ];
  for (const place of places) {
    const path = join(runDirectory, place);
    removeQuietly(() => {
      const ageDays = (Date.now() - statSync(path).mtimeMs) / 86_400_000;
      if (ageDays > builtDays) rmSync(path, { recursive: true, force: true });
    });
  }
}

export function orphans(runDirectory: string): number[] {
  const uid = process.getuid?.();
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
      const owner = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
      const program = /^Name:\s+(bwrap|unshare|bash|mount)$/m.exec(status)?.[1];
      if (owner !== uid || program === undefined) return [];
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      const place = program === "bwrap" ? `${runDirectory}/` : `${runDirectory}/noexec/`;
      const ours = words.some((word) => word.startsWith(place));
      return ours && isReaper(parent) ? [Number(name)] : [];
    } catch (_gone) {
      return [];
    }
  });
}

/** Orphans go to process 1 or to a service manager that asked for them. */
function isReaper(pid: number): boolean {
  if (pid <= 1) return true;
  try {
    return /^(systemd|init|tini|dumb-init)$/.test(readFileSync(`/proc/${pid}/comm`, "utf8").trim());
  } catch (_gone) {
    return true;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readQuietly(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (_absent) {
    return [];
  }
}

function removeQuietly(remove: () => void): void {
  try {
    remove();
  } catch (_goneOrBusy) {
    // removed by another, or still in use by a living worker
  }
}
