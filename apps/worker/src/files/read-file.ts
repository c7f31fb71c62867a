import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import path from "node:path";
import { fileBytesLimit } from "@gatehouse/core/tool-call/file-input";
import { FileProblem } from "./file-problem.ts";
import type { Place } from "./guard.ts";
import { below, openDirectory } from "./open-directory.ts";

export type WholeFile = { bytes: Buffer; stats: Stats | null };

/**
 * A regular file as a whole, opened without following a link anywhere on its way. Nothing that would block is waited for:
 * a FIFO or a device in its place is no file.
 */
export function readWhole(
  place: Place,
  options: { absent?: "empty"; othersMayRead?: boolean; limit?: number } = {},
): WholeFile {
  let fd: number;
  try {
    fd = openFile(place.host);
  } catch (cause) {
    if (options.absent === "empty" && (cause as NodeJS.ErrnoException).code === "ENOENT")
      return { bytes: Buffer.alloc(0), stats: null };
    throw cause;
  }
  try {
    const stats = fstatSync(fd);
    requireReadable(stats, options.othersMayRead === true);
    const limit = options.limit ?? fileBytesLimit;
    if (stats.size > limit)
      throw new FileProblem("too_large", `it is larger than ${Math.round(limit / 1024 ** 2)} MiB`);
    return { bytes: readUpTo(fd, limit), stats };
  } finally {
    closeSync(fd);
  }
}

/** A file whose size the system does not know, as in /proc, or that grows while it is read, ends at the limit. */
export function readUpTo(fd: number, limit: number): Buffer {
  const parts: Buffer[] = [];
  let total = 0;
  while (total <= limit) {
    const part = Buffer.allocUnsafe(Math.min(1 << 20, limit + 1 - total));
    const read = readSync(fd, part);
    if (read === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, read));
    total += read;
  }
  throw new FileProblem("too_large", "it grew past the limit while it was read");
}

function openFile(host: string): number {
  const parent = openDirectory(path.dirname(host));
  try {
    return openSync(
      below(parent, path.basename(host)),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY,
    );
  } finally {
    closeSync(parent);
  }
}

function requireReadable(stats: Stats, othersMayRead: boolean): void {
  if (stats.isDirectory()) throw new FileProblem("wrong_kind", "Is a directory");
  if (!stats.isFile()) throw new FileProblem("wrong_kind", "it is neither a file nor a directory");
  // The worker's account may read what belongs to it; a session may not, unless a person granted it.
  if (othersMayRead && (stats.mode & 0o004) === 0)
    throw new FileProblem("not_permitted", "Permission denied");
}
