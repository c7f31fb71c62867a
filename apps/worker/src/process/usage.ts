import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { descendantsOf } from "./process-tree.ts";

/** What a tree of processes uses at this moment, as /proc tells it. Ticks are hundredths of a second on Linux. */
export type Usage = { memoryBytes: number; cpuMs: number; processCount: number };

const tickMs = 10;

export function usageOf(outer: number): Usage {
  let memoryBytes = 0;
  let ticks = 0;
  const pids = descendantsOf(outer);
  for (const pid of pids) {
    try {
      // resident memory that is no file's; shared memory of tmpfs is bounded by the mounts' own size
      const anonymous = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      memoryBytes += Number(anonymous ?? 0) * 1024;
      ticks += ticksOf(pid);
    } catch (_gone) {
      // ended meanwhile; its time is in its parent's
    }
  }
  return { memoryBytes, cpuMs: ticks * tickMs, processCount: pids.length };
}

/**
 * Memory files belong to no process's resident pages and no mount's size while nobody maps them. Each counts once,
 * however many descriptors lead to it.
 */
export function memoryFileBytes(outer: number): number {
  const seen = new Map<number, number>();
  for (const pid of descendantsOf(outer)) {
    for (const fd of descriptorsOf(pid)) {
      try {
        if (!readlinkSync(fd).startsWith("/memfd:")) continue;
        const found = statSync(fd);
        seen.set(found.ino, found.blocks * 512);
      } catch (_closed) {
        // closed between listing and looking
      }
    }
  }
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function descriptorsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`);
  } catch (_gone) {
    return [];
  }
}

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
}

/** CPU time of this process's ended children, in milliseconds; grows by a child's whole tree when it is reaped. */
export function reapedCpuMs(): number {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * tickMs;
}
