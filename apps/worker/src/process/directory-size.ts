import { chmodSync, closeSync, constants, fstatSync, lstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** An empty file, a link and a directory take room too: of what a file system has for names. */
const leastBytes = 4_096;
/** a path of the kernel's holds 4096 bytes; a deeper place is named from a descriptor on the way to it */
const longestPath = 3_000;
const openPathOnly = 0o10000000;

/**
 * Blocks in use below a directory, links not followed; stops counting once past the limit. What a command closed to
 * its own account, or put deeper than a path can name, is counted like everything else.
 */
export function sizeOf(directory: string, enough: number): number {
  let total = 0;
  const queue = [directory];
  for (let next = queue.pop(); next !== undefined && total <= enough; next = queue.pop()) {
    if (next.length > longestPath) {
      total += withDescriptor(next, (fd) => sizeOf(`/proc/self/fd/${fd}`, enough - total));
      continue;
    }
    const found = look(next);
    if (found === "closed") {
      total += sizeOfClosed(next, enough - total);
      continue;
    }
    total += found.bytes;
    for (const path of found.directories) queue.push(path);
  }
  return total;
}

function look(directory: string): { bytes: number; directories: string[] } | "closed" {
  const directories: string[] = [];
  let bytes = 0;
  try {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) directories.push(path);
      bytes += Math.max(leastBytes, entry.isDirectory() ? 0 : blocksOf(path));
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EACCES") return "closed";
    // a directory the command just removed
  }
  return { bytes, directories };
}

function blocksOf(path: string): number {
  return (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
}

/** Opened for the moment of the look: its owner is this account, so nobody else would have to. */
function sizeOfClosed(directory: string, enough: number): number {
  return withDescriptor(directory, (fd) => {
    const { mode } = fstatSync(fd);
    if ((mode & 0o500) === 0o500) return 0;
    const place = `/proc/self/fd/${fd}`;
    chmodSync(place, (mode | 0o500) & 0o7777);
    try {
      return sizeOf(place, enough);
    } finally {
      chmodSync(place, mode & 0o7777);
    }
  });
}

function withDescriptor(directory: string, count: (fd: number) => number): number {
  let fd: number;
  try {
    fd = openSync(directory, openPathOnly | constants.O_NOFOLLOW | constants.O_DIRECTORY);
  } catch (_removed) {
    return 0;
  }
  try {
    return count(fd);
  } catch (_removed) {
    return 0; // or somebody else's
  } finally {
    closeSync(fd);
  }
}
