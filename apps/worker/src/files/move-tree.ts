import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  futimesSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { below, openChildDirectory, openPath } from "./open-directory.ts";

/** One name in an open directory. */
export type Entry = { fd: number; name: string };

/**
 * Moves one entry of an open directory to another, also to another file system. Links are moved, never followed. What
 * stands at the new name is never replaced: a link(2) fails on it, and a directory is renamed over nothing but an empty one.
 */
export function moveEntry(from: Entry, to: Entry): void {
  const source = below(from.fd, from.name);
  const target = below(to.fd, to.name);
  try {
    if (lstatSync(source).isDirectory()) {
      if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) throw taken();
      renameSync(source, target);
      return;
    }
    linkSync(source, target);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    if (!["EXDEV", "EPERM", "EMLINK"].includes(code)) throw cause;
    moveByCopy(from, to);
    return;
  }
  unlinkSync(source);
}

/** Whole under a name of its own first, so that nobody sees half of it and a failure leaves the source as it was. */
function moveByCopy(from: Entry, to: Entry): void {
  copyWhole(from, to);
  removeEntry(from.fd, from.name);
}

export function copyWhole(from: Entry, to: Entry): void {
  const partial = { fd: to.fd, name: `.${randomBytes(8).toString("hex")}.partial` };
  try {
    copyEntry(from, partial);
    if (lstatSync(below(to.fd, to.name), { throwIfNoEntry: false }) !== undefined) throw taken();
    renameSync(below(partial.fd, partial.name), below(to.fd, to.name));
  } catch (cause) {
    if (lstatSync(below(partial.fd, partial.name), { throwIfNoEntry: false }) !== undefined)
      removeEntry(partial.fd, partial.name);
    throw cause;
  }
}

function taken(): Error {
  return Object.assign(new Error("the name is taken"), { code: "EEXIST" });
}

function copyEntry(from: Entry, to: Entry): void {
  const source = below(from.fd, from.name);
  const target = below(to.fd, to.name);
  const found = lstatSync(source);
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
  else if (found.isFile()) copyFile(source, target);
  else if (found.isDirectory()) copyDirectory(from, to);
  else throw new Error(`${from.name} is neither a file, a directory nor a link`);
}

function copyFile(source: string, target: string): void {
  const input = openSync(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(input);
    if (!found.isFile()) throw new Error(`${source} is no file any more`);
    const output = openSync(
      target,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      const buffer = Buffer.allocUnsafe(1 << 20);
      for (let read = readSync(input, buffer); read > 0; read = readSync(input, buffer)) {
        for (let done = 0; done < read; ) done += writeSync(output, buffer, done, read - done);
      }
      fchmodSync(output, found.mode & 0o777);
      futimesSync(output, found.atime, found.mtime);
    } finally {
      closeSync(output);
    }
  } finally {
    closeSync(input);
  }
}

function copyDirectory(from: Entry, to: Entry): void {
  mkdirSync(below(to.fd, to.name), { mode: 0o700 });
  const source = openChildDirectory(from.fd, from.name);
  try {
    const target = openChildDirectory(to.fd, to.name);
    try {
      for (const name of readdirSync(`/proc/self/fd/${source}`)) {
        copyEntry({ fd: source, name }, { fd: target, name });
      }
      fchmodSync(target, fstatSync(source).mode & 0o777);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** For good. Only what was copied, or has left the trash. */
export function removeEntry(fd: number, name: string): void {
  const path = below(fd, name);
  if (!lstatSync(path).isDirectory()) {
    unlinkSync(path);
    return;
  }
  makeOpenable(fd, name);
  const directory = openChildDirectory(fd, name);
  try {
    for (const child of readdirSync(`/proc/self/fd/${directory}`)) removeEntry(directory, child);
  } finally {
    closeSync(directory);
  }
  rmdirSync(path);
}

/** A directory without rights for its owner is opened by nobody but root until it has them again. */
function makeOpenable(fd: number, name: string): void {
  const place = openPath(fd, name);
  try {
    chmodSync(`/proc/self/fd/${place}`, fstatSync(place).mode | 0o700);
  } finally {
    closeSync(place);
  }
}
