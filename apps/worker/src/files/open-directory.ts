import { closeSync, constants, mkdirSync, openSync, readlinkSync } from "node:fs";

/** absent from node:fs; the same on x86-64 and arm64 */
const pathOnly = 0o10000000;
const directory = constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A name below an open directory. Node has no openat; the kernel resolves this link to the very directory that is open. */
export function below(fd: number, name: string): string {
  return `/proc/self/fd/${fd}/${name}`;
}

/**
 * Opens a directory by its real path, one component at a time and never through a link, so that what is swapped in between
 * ends in an error. With `make`, missing directories are made on the way. The caller closes it.
 */
export function openDirectory(path: string, options: { make?: boolean } = {}): number {
  const names = path.split("/").filter((name) => name !== "");
  let fd = openSync("/", pathOnly | directory);
  for (const [at, name] of names.entries()) {
    if (name === "." || name === "..") {
      closeSync(fd);
      throw new Error("a real path has no dots");
    }
    const parent = fd;
    const flags = at === names.length - 1 ? constants.O_RDONLY : pathOnly;
    try {
      fd = openNext(parent, name, { flags: flags | directory, make: options.make === true });
    } finally {
      closeSync(parent);
    }
  }
  return fd;
}

function openNext(parent: number, name: string, how: { flags: number; make: boolean }): number {
  try {
    return openSync(below(parent, name), how.flags);
  } catch (cause) {
    if (!how.make || (cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
  }
  try {
    mkdirSync(below(parent, name), { mode: 0o755 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
  }
  return openSync(below(parent, name), how.flags);
}

export function openChildDirectory(fd: number, name: string): number {
  return openSync(below(fd, name), constants.O_RDONLY | directory);
}

/** A directory as a place only: no right to read it is needed. */
export function openPath(fd: number, name: string): number {
  return openSync(below(fd, name), pathOnly | directory);
}

/** Where an open directory really stands at this moment. */
export function placeOf(fd: number): string {
  return readlinkSync(`/proc/self/fd/${fd}`);
}
