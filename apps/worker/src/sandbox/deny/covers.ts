import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { appletsOf } from "./applets.ts";
import { deniedFiles } from "./denied-files.ts";
import { buildFarms } from "./farm.ts";
import { directoriesKey, indexPrograms, programDirectories } from "./program-index.ts";
import { isKnownArchitecture } from "../seccomp/filter.ts";
import { stubProgram } from "./stub-program.ts";

/**
 * Covers every denied program in every place it stands: a stub that says why and exits 126. The real bytes are not
 * reachable inside, so a copy, a link, another name or a loader cannot bring them back. Programs that the command
 * brings itself are not covered. Proof: test/sandbox/deny-list.test.ts.
 */
export type Cover = { source: string; target: string };
export type Covered = { covers: readonly Cover[]; denied: readonly string[] };

/** a bind costs a quarter of a millisecond each; a directory with more denied programs is replaced whole */
const bindsAtMost = 4;

export type CoverMaker = (names: readonly string[]) => Promise<Covered>;

/** Answers are kept for as long as no program directory changes. */
export function coverMaker(runDirectory: string): CoverMaker {
  const kept = new Map<string, Promise<Covered>>();
  let directories: string[] | undefined;
  return async (names) => {
    if (names.length === 0) return { covers: [], denied: [] };
    directories ??= programDirectories();
    const key = digest(`${names.join("\n")}\n\n${directoriesKey(directories)}`);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(runDirectory, names, directories, key);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    return made;
  };
}

async function make(
  runDirectory: string,
  names: readonly string[],
  directories: readonly string[],
  key: string,
): Promise<Covered> {
  const stub = ensureStub(runDirectory);
  const denied = await findDenied(runDirectory, names, directories, key);
  const places = byDirectory(denied);
  const crowded = [...places]
    .filter(([, paths]) => paths.length > bindsAtMost)
    .map(([directory]) => directory);
  const single = [...places]
    .filter(([directory]) => !crowded.includes(directory))
    .flatMap(([, paths]) => paths);
  const farms =
    crowded.length === 0 ? [] : await buildFarms({ runDirectory, key, stub, directories: crowded, denied });
  const covers = [...farms, ...single.map((target) => ({ source: stub, target }))];
  return { covers, denied };
}

async function findDenied(
  runDirectory: string,
  names: readonly string[],
  directories: readonly string[],
  key: string,
): Promise<string[]> {
  const list = join(runDirectory, "denied", `${key}.json`);
  if (existsSync(list)) return JSON.parse(readFileSync(list, "utf8")) as string[];
  const programs = indexPrograms(directories);
  const denied = deniedFiles({
    names,
    programs,
    applets: await appletsOf(programs, names),
    sameContent: (a, b) => readFileSync(a).equals(readFileSync(b)),
  }).filter(
    (path) => path.startsWith("/usr/") || directories.some((directory) => path.startsWith(`${directory}/`)),
  );
  mkdirSync(join(runDirectory, "denied"), { recursive: true, mode: 0o700 });
  writeFileSync(`${list}.${process.pid}`, JSON.stringify(denied));
  renameSync(`${list}.${process.pid}`, list);
  return denied;
}

function byDirectory(paths: readonly string[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const path of paths) places.set(dirname(path), [...(places.get(dirname(path)) ?? []), path]);
  return places;
}

function ensureStub(runDirectory: string): string {
  if (!isKnownArchitecture(process.arch))
    throw new Error(`no stub for ${process.arch}: denied programs cannot be covered`);
  const program = stubProgram(process.arch);
  const path = join(runDirectory, `stub-${digest(program)}`);
  if (!existsSync(path)) {
    writeFileSync(`${path}.${process.pid}`, program, { mode: 0o555 });
    renameSync(`${path}.${process.pid}`, path);
  }
  return path;
}

function digest(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 24);
}
