import { lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import type { ExceededLimit } from "./execution-types.ts";
import type { WatchedLimits } from "./launch-order.ts";
import type { Usage } from "./usage.ts";

/** Limits that nothing in the kernel holds on this host are looked at from outside, this often. */
const firstMs = 25;
const steadyMs = 100;
/** looking through descriptors costs more: every so many looks */
const memoryFileEvery = 4;

export type WatchHooks = {
  usage: () => Usage;
  memoryFileBytes: () => number;
  exceeded: (limit: ExceededLimit) => void;
};

export function watchLimits(limits: WatchedLimits, hooks: WatchHooks): { stop: () => void } {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const disk = limits.diskBytes === null ? null : diskWatch(limits.writable, limits.diskBytes);
  let looks = 0;
  let fileBytes = 0;
  const look = (): void => {
    if (stopped) return;
    const now = hooks.usage();
    if (looks++ % memoryFileEvery === 0) fileBytes = hooks.memoryFileBytes();
    const limit =
      now.memoryBytes + fileBytes > limits.memoryBytes
        ? "memory"
        : limits.cpuMs !== null && now.cpuMs > limits.cpuMs
          ? "cpu"
          : disk?.isOver() === true
            ? "disk"
            : null;
    if (limit !== null) {
      stopped = true;
      hooks.exceeded(limit);
      return;
    }
    timer = setTimeout(look, steadyMs);
  };
  timer = setTimeout(look, firstMs);
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * The file system's own count of free blocks is cheap and says when to look closely; only what the directories
 * themselves hold then decides, since other programs write to the same file system.
 */
function diskWatch(directories: readonly string[], limitBytes: number): { isOver: () => boolean } {
  let mark = directories.map(freeBytes);
  return {
    isOver: () => {
      const now = directories.map(freeBytes);
      const suspicious = now.some((free, at) => (mark[at] ?? 0) - free > limitBytes / 2);
      if (!suspicious) return false;
      mark = now;
      return directories.reduce((sum, directory) => sum + sizeOf(directory, limitBytes), 0) > limitBytes;
    },
  };
}

function freeBytes(directory: string): number {
  try {
    const stat = statfsSync(directory);
    return stat.bfree * stat.bsize;
  } catch (_gone) {
    return 0;
  }
}

/** Blocks in use below a directory, links not followed; stops counting once past the limit. */
function sizeOf(directory: string, enough: number): number {
  let total = 0;
  const queue = [directory];
  for (let next = queue.pop(); next !== undefined && total <= enough; next = queue.pop()) {
    try {
      for (const entry of readdirSync(next, { withFileTypes: true })) {
        const path = join(next, entry.name);
        if (entry.isDirectory()) queue.push(path);
        else total += lstatSync(path).blocks * 512;
      }
    } catch (_changed) {
      // a directory the command just removed or closed to us
    }
  }
  return total;
}
