import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CgroupRoot, WatchedLimits } from "./launch-order.ts";

/**
 * One group an execution in each delegated hierarchy. A limit is written and read back; a difference stops the start,
 * for a limit that silently does not hold is worse than none. Without delegated directories every call is a no-op.
 */
export type Group = {
  join: (pids: readonly number[]) => void;
  kill: () => void;
  usage: () => { cpuMs: number | null; maxBytes: number | null; oomKilled: boolean };
  remove: () => Promise<void>;
};

export function createGroup(roots: readonly CgroupRoot[], name: string, limits: WatchedLimits): Group {
  const made = roots.map((root) => ({ ...root, path: join(root.directory, `x-${name}`) }));
  for (const group of made) {
    mkdirSync(group.path, { recursive: true });
    if (group.controllers.includes("memory")) limitMemory(group, limits.memoryBytes);
    if (group.controllers.includes("cpu") && limits.cpuPercent !== null) limitCpu(group, limits.cpuPercent);
    if (group.controllers.includes("pids")) set(group.path, "pids.max", String(limits.processCount));
  }
  return {
    join: (pids) => {
      for (const group of made) {
        for (const pid of pids) writeFileSync(join(group.path, "cgroup.procs"), String(pid));
      }
    },
    kill: () => {
      for (const group of made) {
        if (group.version === 2) writeQuietly(join(group.path, "cgroup.kill"), "1");
      }
    },
    usage: () => usageOfGroups(made),
    remove: async () => {
      await Promise.all(made.map(({ path }) => removeGroup(path)));
    },
  };
}

type Made = CgroupRoot & { path: string };

function limitMemory(group: Made, bytes: number): void {
  if (group.version === 1) {
    set(group.path, "memory.limit_in_bytes", String(bytes));
    if (existsSync(join(group.path, "memory.memsw.limit_in_bytes"))) {
      set(group.path, "memory.memsw.limit_in_bytes", String(bytes));
    }
    return;
  }
  set(group.path, "memory.max", String(bytes));
  if (existsSync(join(group.path, "memory.swap.max"))) set(group.path, "memory.swap.max", "0");
  set(group.path, "memory.oom.group", "1");
}

const periodUs = 100_000;

function limitCpu(group: Made, percent: number): void {
  const quota = String(Math.max(1_000, Math.round((percent / 100) * periodUs)));
  if (group.version === 2) return set(group.path, "cpu.max", `${quota} ${periodUs}`);
  set(group.path, "cpu.cfs_period_us", String(periodUs));
  set(group.path, "cpu.cfs_quota_us", quota);
}

function set(directory: string, file: string, value: string): void {
  const path = join(directory, file);
  writeFileSync(path, value);
  const found = readFileSync(path, "utf8").trim();
  const rounded = Number(value) - (Number(value) % 4096);
  if (found !== value && Number(found) !== rounded) {
    throw new Error(`${file} holds ${found} after ${value} was written: the limit is not in force`);
  }
}

function usageOfGroups(made: readonly Made[]): ReturnType<Group["usage"]> {
  let cpuMs: number | null = null;
  let maxBytes: number | null = null;
  let oomKilled = false;
  for (const { path, version, controllers } of made) {
    if (version === 2) cpuMs ??= scaled(field(path, "cpu.stat", "usage_usec"), 1 / 1000);
    if (version === 1 && controllers.includes("cpuacct"))
      cpuMs ??= scaled(plain(path, "cpuacct.usage"), 1e-6);
    if (!controllers.includes("memory")) continue;
    maxBytes ??= plain(path, version === 1 ? "memory.max_usage_in_bytes" : "memory.peak");
    const killed = field(path, version === 1 ? "memory.oom_control" : "memory.events", "oom_kill");
    oomKilled ||= (killed ?? 0) > 0;
  }
  return { cpuMs, maxBytes, oomKilled };
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : Math.round(value * factor);
}

function plain(directory: string, file: string): number | null {
  const text = readQuietly(join(directory, file));
  return text === null ? null : Number(text.trim());
}

function field(directory: string, file: string, name: string): number | null {
  const line = readQuietly(join(directory, file))
    ?.split("\n")
    .find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
}

function readQuietly(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (_absent) {
    return null;
  }
}

function writeQuietly(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (_absent) {
    // the kernel has no such file, or the group is gone
  }
}

/** A group is empty a moment after its last process was reaped; what stays busy is taken by the sweep at boot. */
async function removeGroup(path: string): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    try {
      rmdirSync(path);
      return;
    } catch (_busy) {
      if (!existsSync(path)) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
