import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { CgroupRoot } from "./launch-order.ts";

const wanted = ["memory", "pids", "cpu", "cpuacct"] as const;
const v1Files = {
  memory: "memory.limit_in_bytes",
  pids: "pids.max",
  cpu: "cpu.cfs_quota_us",
  cpuacct: "cpuacct.usage",
} as const;

/** Which of the given directories, or of this process's own groups, this account may make groups in. */
export function findCgroups(directories: readonly string[] = ownGroups()): CgroupRoot[] {
  return directories.flatMap((directory): CgroupRoot[] => {
    if (!isWritable(directory)) return [];
    if (existsSync(join(directory, "cgroup.controllers"))) {
      const enabled = readFileSync(join(directory, "cgroup.subtree_control"), "utf8").trim().split(/\s+/);
      const controllers = wanted.filter((controller) => enabled.includes(controller));
      return controllers.length > 0 ? [{ directory, version: 2, controllers }] : [];
    }
    const controllers = wanted.filter((controller) => existsSync(join(directory, v1Files[controller])));
    return controllers.length > 0 ? [{ directory, version: 1, controllers }] : [];
  });
}

/**
 * Where delegated groups stand: the groups this process is in, below the usual mount. A v2 group that passes controllers
 * on holds no process itself, so there the launcher seats the worker in a group "worker" below the delegated one.
 */
function ownGroups(): string[] {
  const lines = readFileSync("/proc/self/cgroup", "utf8").trim().split("\n");
  return lines.flatMap((line) => {
    const [, controllers = "", seat = "/"] = line.split(":");
    const path = controllers === "" && basename(seat) === "worker" ? dirname(seat) : seat;
    const mount = controllers === "" ? "" : controllers.replace(/^name=/, "");
    return controllers === "" || wanted.some((name) => controllers.split(",").includes(name))
      ? [join("/sys/fs/cgroup", mount, path)]
      : [];
  });
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    accessSync(join(directory, "cgroup.procs"), constants.W_OK);
    return true;
  } catch (_notDelegated) {
    return false;
  }
}
