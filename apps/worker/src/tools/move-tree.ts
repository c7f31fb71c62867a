import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  futimesSync,
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
import { below, openChildDirectory } from "./open-directory.ts";

/** Moves one entry of an open directory to another, also to another file system. Links are moved, never followed. */
export function moveEntry(from: { fd: number; name: string }, to: { fd: number; name: string }): void {
  try {
    renameSync(below(from.fd, from.name), below(to.fd, to.name));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EXDEV") throw cause;
    copyEntry(from, to);
    removeEntry(from.fd, from.name);
  }
}

function copyEntry(from: { fd: number; name: string }, to: { fd: number; name: string }): void {
  const source = below(from.fd, from.name);
  const target = below(to.fd, to.name);
  const found = lstatSync(source);
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
  else if (found.isFile()) copyFile(source, target);
  else if (found.isDirectory()) copyDirectory(from, to);
  else throw new Error(`${from.name} is neither a file, a directory nor a link`);
}

function copyFile(source: string, target: string): void {
  const input = openSync(source, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(input);
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

function copyDirectory(from: { fd: number; name: string }, to: { fd: number; name: string }): void {
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

/** Only after everything below it was copied. */
function removeEntry(fd: number, name: string): void {
  const path = below(fd, name);
  if (!lstatSync(path).isDirectory()) {
    unlinkSync(path);
    return;
  }
  const directory = openChildDirectory(fd, name);
  try {
    for (const child of readdirSync(`/proc/self/fd/${directory}`)) removeEntry(directory, child);
  } finally {
    closeSync(directory);
  }
  rmdirSync(path);
}
