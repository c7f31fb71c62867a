import { chmodSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import type { HostPath } from "@gatehouse/core/sandbox/profile";

/** Where this worker keeps what it owns; everything below is 0700 and named without meaning. */
export type Directories = { workspaces: string; homes: string; trash: string; history: string; run: string };

export function prepareDirectories(dataDir: string): Directories {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const real = realpathSync(dataDir);
  const below = (name: string): string => {
    const directory = path.join(real, name);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return directory;
  };
  return {
    workspaces: below("workspaces"),
    homes: below("homes"),
    trash: below("trash"),
    history: below("history"),
    run: below("run"),
  };
}

/** The directory, made when it is first needed, pinned to its inode; a link in its place is refused. */
export function ownDirectory(parent: string, name: string): HostPath {
  if (!/^[0-9a-f]{32}$/.test(name))
    throw new Error("a directory of the worker is named by 32 hexadecimal digits");
  const directory = path.join(parent, name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const found = lstatSync(directory);
  if (!found.isDirectory()) throw new Error(`${directory} is not a directory`);
  return { path: directory, device: found.dev, inode: found.ino };
}

/** Lets other accounts look into a directory that they were handed; the way to it stays closed to them. */
export async function whileOpen<T>(directory: string, work: () => Promise<T>): Promise<T> {
  chmodSync(directory, 0o755);
  try {
    return await work();
  } finally {
    chmodSync(directory, 0o700);
  }
}
