import { constants, existsSync, lstatSync, readdirSync, type Stats } from "node:fs";
import {
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
  utimes,
} from "node:fs/promises";
import { basename, join } from "node:path";
import type { Cover } from "./covers.ts";

/**
 * A program directory again, with stubs in place of denied programs: one mount a directory, however long the list.
 * An account may not hard-link root's files, so each program is copied once for the host (shared blocks where the
 * file system can) and every farm links to that copy.
 */
export type FarmInput = {
  runDirectory: string;
  key: string;
  stub: string;
  directories: readonly string[];
  denied: readonly string[];
};

export async function buildFarms({
  runDirectory,
  key,
  stub,
  directories,
  denied,
}: FarmInput): Promise<Cover[]> {
  const finished = join(runDirectory, "farms", key);
  if (!existsSync(finished)) {
    const fresh = `${finished}.${process.pid}`;
    await rm(fresh, { recursive: true, force: true });
    for (const directory of directories) {
      const copies = join(runDirectory, "programs", flat(directory));
      await copyPrograms(directory, copies);
      await plant({ directory, copies, target: join(fresh, flat(directory)), stub, denied: new Set(denied) });
    }
    await settle(fresh, finished);
  }
  return directories.flatMap((directory) => [
    { source: join(finished, flat(directory)), target: directory },
    // what stands in a directory of its own is no program of this one: it is seen as it is
    ...subdirectories(directory).map((path) => ({ source: path, target: path })),
  ]);
}

function subdirectories(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(directory, entry.name));
}

function flat(directory: string): string {
  return directory.slice(1).replaceAll("/", "-");
}

/** Brings the copies up to date: size and time of change tell a program that was replaced. */
async function copyPrograms(directory: string, copies: string): Promise<void> {
  await mkdir(copies, { recursive: true, mode: 0o700 });
  for (const name of await readdir(directory)) {
    const source = join(directory, name);
    const found = lstatSync(source);
    if (!found.isFile() || !isReadable(found)) continue;
    const copy = join(copies, name);
    const had = lstatSync(copy, { throwIfNoEntry: false });
    if (had?.size === found.size && had.mtimeMs === Math.floor(found.mtimeMs)) continue;
    const fresh = `${copy}.${process.pid}.fresh`;
    await copyFile(source, fresh, constants.COPYFILE_FICLONE);
    await chmod(fresh, found.mode & 0o111 ? 0o755 : 0o644);
    const changed = Math.floor(found.mtimeMs) / 1000;
    await utimes(fresh, changed, changed);
    await rename(fresh, copy);
  }
}

type Planting = {
  directory: string;
  copies: string;
  target: string;
  stub: string;
  denied: ReadonlySet<string>;
};

async function plant({ directory, copies, target, stub, denied }: Planting): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o755 });
  for (const name of await readdir(directory)) {
    const source = join(directory, name);
    const found = lstatSync(source);
    if (denied.has(source)) await link(stub, join(target, name));
    else if (found.isSymbolicLink()) await symlink(await readlink(source), join(target, name));
    else if (found.isDirectory()) await mkdir(join(target, name), { mode: 0o755 });
    else if (found.isFile() && isReadable(found)) await link(join(copies, name), join(target, name));
  }
}

/** Another worker of this account may have built the same farm meanwhile. */
async function settle(fresh: string, finished: string): Promise<void> {
  try {
    await rename(fresh, finished);
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(finished))
      throw new Error(`${basename(finished)}: the farm cannot be put in place`, { cause });
  }
}

function isReadable(found: Stats): boolean {
  return (found.mode & 0o004) !== 0;
}
