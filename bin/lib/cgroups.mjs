// Started by root, the worker gets control groups of its own, in which it limits each execution. Where the kernel's
// files may not be written, as in most containers, it limits by other means and says so.
import { createHash } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const mount = "/sys/fs/cgroup";
const controllersV1 = ["memory", "pids", "cpuacct", "cpu"];
const controllersV2 = "+memory +pids +cpu";

function isV2() {
  return existsSync(path.join(mount, "cgroup.controllers"));
}

/** The groups below which an installation's executions get theirs; one name for each data directory. */
export function groupDirectories(dataDirectory) {
  const name = `gatehouse-${createHash("sha256").update(path.resolve(dataDirectory)).digest("hex").slice(0, 8)}`;
  if (isV2()) return [path.join(mount, name)];
  return controllersV1
    .map((controller) => path.join(mount, controller, name))
    .filter((group) => existsSync(path.dirname(group)));
}

/** A v2 group that passes its controllers on may hold no process itself, so the worker sits one below. */
function seatOf(group) {
  return isV2() ? path.join(group, "worker") : group;
}

function give(directory, { uid, gid }) {
  for (const name of [".", "cgroup.procs", "cgroup.subtree_control", "cgroup.threads"]) {
    const file = path.join(directory, name);
    if (existsSync(file)) chownSync(file, uid, gid);
  }
}

/** Makes the groups and gives them to the worker's account; the function it returns moves a process into them. */
export function delegateGroups(dataDirectory, identity) {
  if (!identity) return () => undefined;
  const seats = [];
  for (const group of groupDirectories(dataDirectory)) {
    try {
      const seat = seatOf(group);
      mkdirSync(seat, { recursive: true });
      if (isV2()) writeFileSync(path.join(group, "cgroup.subtree_control"), controllersV2);
      give(group, identity);
      if (seat !== group) give(seat, identity);
      seats.push(seat);
    } catch (error) {
      if (!["EROFS", "EACCES", "EPERM", "EINVAL", "ENOENT", "EBUSY", "ENODEV"].includes(error.code))
        throw error;
    }
  }
  return (pid) => {
    for (const seat of seats) writeFileSync(path.join(seat, "cgroup.procs"), String(pid));
  };
}

/** After the worker has ended. A group that still holds a process stays; the sweep of the next worker takes it. */
export function removeGroups(dataDirectory) {
  for (const group of groupDirectories(dataDirectory)) {
    if (!existsSync(group)) continue;
    const below = readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const directory of [...below.map(({ name }) => path.join(group, name)), group]) {
      try {
        rmdirSync(directory);
      } catch (error) {
        if (!["EBUSY", "ENOTEMPTY", "ENOENT", "EROFS", "EACCES", "EPERM"].includes(error.code)) throw error;
      }
    }
  }
}
