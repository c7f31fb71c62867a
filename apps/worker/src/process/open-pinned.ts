import { closeSync, constants, fstatSync, openSync, readlinkSync } from "node:fs";
import type { HostPath } from "@gatehouse/core/sandbox/profile";

/** O_PATH, the same on x86-64 and arm64; absent from node:fs */
export const pathOnly = 0o10000000;

/**
 * A descriptor of exactly the file that was checked: same path with no link in it, same inode.
 * SAFETY: binding this descriptor and not the name closes the race between check and mount (write-path-race.test.ts).
 */
export function openPinned(host: HostPath): number {
  let fd: number;
  try {
    fd = openSync(host.path, pathOnly | constants.O_NOFOLLOW);
  } catch (cause) {
    throw new Error(`${host.path} cannot be opened`, { cause });
  }
  try {
    const found = fstatSync(fd);
    const real = readlinkSync(`/proc/self/fd/${fd}`);
    if (real !== host.path || found.dev !== host.device || found.ino !== host.inode) {
      throw new Error(`${host.path} is no longer what was checked`);
    }
    if (!found.isDirectory() && !found.isFile())
      throw new Error(`${host.path} is neither a file nor a directory`);
    return fd;
  } catch (cause) {
    closeSync(fd);
    throw cause;
  }
}
