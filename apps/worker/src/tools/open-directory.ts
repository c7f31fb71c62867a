import { closeSync, constants, openSync } from "node:fs";

const directoryFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A name below an open directory. Node has no openat; the kernel resolves this link to the very directory that is open. */
export function below(fd: number, name: string): string {
  return `/proc/self/fd/${fd}/${name}`;
}

/**
 * Opens a directory by its real path, one component at a time and never through a link, so that what is swapped in between
 * ends in an error. The caller closes it.
 */
export function openDirectory(path: string): number {
  let fd = openSync("/", directoryFlags);
  for (const name of path.split("/")) {
    if (name === "") continue;
    if (name === "." || name === "..") {
      closeSync(fd);
      throw new Error("a real path has no dots");
    }
    const parent = fd;
    try {
      fd = openSync(below(parent, name), directoryFlags);
    } finally {
      closeSync(parent);
    }
  }
  return fd;
}

export function openChildDirectory(fd: number, name: string): number {
  return openSync(below(fd, name), directoryFlags);
}
