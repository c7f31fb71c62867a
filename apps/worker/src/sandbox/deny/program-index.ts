import { existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

/** Where programs of a host stand, and which file each of them really is. */
export type Program = {
  /** name in its directory */
  name: string;
  /** the file it is, links resolved */
  real: string;
  /** device and inode of that file: the same for every hard link of it */
  identity: string;
  bytes: number;
};

const fixedDirectories = [
  ...["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"],
  ...["/usr/games", "/usr/local/games", "/usr/lib/git-core", "/usr/libexec", "/usr/local/libexec"],
];
/** packages that bring a bin directory of their own: /usr/lib/postgresql/15/bin, /usr/lib/llvm-14/bin … */
const packageRoots = ["/usr/lib", "/usr/local", "/usr/local/lib", "/usr/share", "/usr/libexec"];
const packageBins = ["bin", "sbin", "libexec"];

export function programDirectories(): string[] {
  const found = new Set<string>();
  for (const directory of fixedDirectories) addReal(found, directory);
  for (const root of packageRoots) {
    for (const first of directoriesIn(root)) {
      for (const bin of packageBins) addReal(found, join(first, bin));
      for (const second of directoriesIn(first)) {
        for (const bin of packageBins) addReal(found, join(second, bin));
      }
    }
  }
  for (const directory of directoriesIn("/usr/libexec")) found.add(directory);
  return [...found].sort();
}

/** Changes when an entry of any of the directories comes or goes. */
export function directoriesKey(directories: readonly string[]): string {
  return directories.map((directory) => `${directory} ${statSync(directory).mtimeMs}`).join("\n");
}

export function indexPrograms(directories: readonly string[]): Program[] {
  return directories.flatMap((directory) =>
    readdirSync(directory).flatMap((name): Program[] => {
      const path = join(directory, name);
      const found = statQuietly(path);
      if (found === null || !found.isFile() || (found.mode & 0o111) === 0) return [];
      const real = lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
      return [{ name, real, identity: `${found.dev}:${found.ino}`, bytes: found.size }];
    }),
  );
}

function addReal(found: Set<string>, directory: string): void {
  if (statQuietly(directory)?.isDirectory() === true) found.add(realpathSync(directory));
}

function directoriesIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(directory, entry.name));
}

function statQuietly(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (_dangling) {
    return null;
  }
}
