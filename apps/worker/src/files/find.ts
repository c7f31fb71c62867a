/**
 * Listing, globbing and searching, as they run in a thread of their own: a hostile pattern or ignore file costs its own
 * call at most, since the thread is ended at its deadline. The walk goes by descriptors and follows no link, so nothing
 * it finds lies outside the directory that was asked for.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from "node:fs";
import path from "node:path";
import type { FoundEntry, FoundLine, FoundQuery } from "@gatehouse/core/contracts/files";
import { isDenied, isSensitive } from "@gatehouse/core/path/classify";
import picomatch from "picomatch";
import { kindOf } from "./entry-kind.ts";
import { FileProblem } from "./file-problem.ts";
import { createIgnoring, type Ignoring } from "./ignoring.ts";
import { below, openDirectory } from "./open-directory.ts";
import { lineMatcher, type LineMatcher } from "./line-matcher.ts";

export type FindQuery = {
  mode: "list" | "glob" | "search";
  /** as it was written, for the answer */
  dir: string;
  seen: string;
  host: string;
  /** real host path of the tree whose ignore files count; null outside it */
  root: { seen: string; host: string } | null;
  pattern: string | null;
  filePattern: string | null;
  recursive: boolean;
  exclude: readonly string[];
  denied: readonly string[];
  sensitive: { dirs: string[]; files: string[]; prefixes: string[]; extensions: string[]; exempt: string[] };
  /** sensitive paths that may be read after all, with what is below */
  granted: readonly string[];
  /** outside home: what only the worker's account may read is not read */
  onlyForOthers: boolean;
};

export const findLimits = {
  walked: 200_000,
  entries: 2_000,
  matches: 1_000,
  lineChars: 400,
  fileBytes: 10 * 1024 ** 2,
};

type Walk = {
  query: FindQuery;
  ignoring: Ignoring;
  sensitive: (seen: string) => boolean;
  /** sensitive and not granted: neither read nor entered */
  closed: (seen: string) => boolean;
  accepts: (relative: string) => boolean;
  matcher: LineMatcher | null;
  entries: FoundEntry[];
  matches: FoundLine[];
  hidden: number;
  withheld: number;
  searched: number;
  walked: number;
  more: boolean;
};

export function find(query: FindQuery): FoundQuery {
  const walk = begin(query);
  const root = openDirectory(query.host);
  try {
    walkDirectory(root, "", walk);
  } finally {
    closeSync(root);
  }
  const { dir } = query;
  const { withheld, more, searched, matches, hidden } = walk;
  if (query.mode === "search") return { dir, matches, searched, withheld, more };
  return { dir, entries: walk.entries, hidden, withheld, more };
}

function begin(query: FindQuery): Walk {
  const { sensitive: lists } = query;
  const sets = {
    dirs: new Set(lists.dirs),
    files: new Set(lists.files),
    prefixes: lists.prefixes,
    extensions: lists.extensions,
    exempt: new Set(lists.exempt),
  };
  return {
    query,
    ignoring: createIgnoring(query),
    sensitive: (seen) => isSensitive(seen, sets),
    closed: (seen) => isSensitive(seen, sets) && !isDenied(seen, query.granted),
    accepts: acceptor(query),
    matcher: query.mode === "search" ? lineMatcher(query.pattern ?? "", findLimits.lineChars) : null,
    entries: [],
    matches: [],
    hidden: 0,
    withheld: 0,
    searched: 0,
    walked: 0,
    more: false,
  };
}

/** Which relative paths a query means: a pattern without a slash is for the last name, wherever it is. */
function acceptor({ mode, pattern, filePattern }: FindQuery): (relative: string) => boolean {
  const tests = [mode === "search" ? null : pattern, filePattern].filter((text) => text !== null).map(globOf);
  return (relative) => tests.every((test) => test(relative));
}

function globOf(pattern: string): (relative: string) => boolean {
  const clean = pattern.replace(/^(\.\/)+/, "");
  if (clean.startsWith("/") || clean.split("/").includes(".."))
    throw new FileProblem(
      "invalid",
      "a pattern stays below its directory: it has no .. and no leading slash",
    );
  const matches = picomatch(clean, { dot: true, nonegate: true, strictBrackets: true });
  return clean.includes("/") ? matches : (relative) => matches(path.basename(relative));
}

function walkDirectory(fd: number, prefix: string, walk: Walk): void {
  const { query, ignoring } = walk;
  ignoring.enter(fd, prefix);
  const names = readdirSync(`/proc/self/fd/${fd}`).sort();
  for (const name of names) {
    if (walk.more) return;
    walk.walked += 1;
    if (walk.walked > findLimits.walked) {
      walk.more = true;
      return;
    }
    const relative = prefix === "" ? name : `${prefix}/${name}`;
    const found = lstatSync(below(fd, name), { throwIfNoEntry: false });
    if (found === undefined) continue;
    const seen = query.seen === "/" ? `/${relative}` : `${query.seen}/${relative}`;
    if (isDenied(seen, query.denied)) {
      walk.withheld += 1;
      continue;
    }
    if (ignoring.hides(name, relative, found.isDirectory())) {
      walk.hidden += 1;
      continue;
    }
    visit({ fd, name, relative, seen, directory: found.isDirectory(), file: found.isFile() }, walk);
  }
}

type Visited = {
  fd: number;
  name: string;
  relative: string;
  seen: string;
  directory: boolean;
  file: boolean;
};

function visit(at: Visited, walk: Walk): void {
  const { query } = walk;
  const closed = walk.closed(at.seen);
  if (query.mode !== "search" && walk.accepts(at.relative)) note(at, walk);
  if (at.directory) {
    const goesOn = query.recursive || (query.mode === "glob" && (query.pattern ?? "").includes("/"));
    if (!goesOn) return;
    if (closed) walk.withheld += 1;
    else enter(at, walk);
  } else if (query.mode === "search" && at.file && walk.accepts(at.relative)) {
    if (closed) walk.withheld += 1;
    else search(at, walk);
  }
}

function enter(at: Visited, walk: Walk): void {
  let child: number;
  try {
    child = openSync(
      below(at.fd, at.name),
      constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
    );
  } catch (cause) {
    if (!isUnreadable(cause)) throw cause;
    return;
  }
  try {
    walkDirectory(child, at.relative, walk);
  } finally {
    closeSync(child);
  }
}

function note(at: Visited, walk: Walk): void {
  if (walk.entries.length >= findLimits.entries) {
    walk.more = true;
    return;
  }
  const found = lstatSync(below(at.fd, at.name), { throwIfNoEntry: false });
  if (found === undefined) return;
  const kind = kindOf(found);
  walk.entries.push({
    name: at.relative.toWellFormed(),
    kind,
    bytes: found.size,
    modifiedAtMs: Math.round(found.mtimeMs),
    mode: found.mode & 0o7777,
    sensitive: walk.sensitive(at.seen),
    ...(kind === "link" ? { target: linkText(below(at.fd, at.name)) } : {}),
  });
}

function linkText(place: string): string {
  try {
    return readlinkSync(place).toWellFormed();
  } catch (cause) {
    if (isUnreadable(cause)) return "";
    throw cause;
  }
}

function search(at: Visited, walk: Walk): void {
  const bytes = contentOf(at, walk.query.onlyForOthers);
  if (bytes === null || walk.matcher === null) return;
  walk.searched += 1;
  for (const { line, text } of walk.matcher(bytes, findLimits.matches - walk.matches.length + 1)) {
    if (walk.matches.length >= findLimits.matches) {
      walk.more = true;
      return;
    }
    walk.matches.push({ path: at.relative.toWellFormed(), line, text });
  }
}

/** Null for what is no text, too large, or not for this account to read. */
function contentOf(at: Visited, onlyForOthers: boolean): Buffer | null {
  let fd: number;
  try {
    fd = openSync(below(at.fd, at.name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    if (isUnreadable(cause)) return null;
    throw cause;
  }
  try {
    const found = fstatSync(fd);
    if (!found.isFile() || found.size > findLimits.fileBytes) return null;
    if (onlyForOthers && (found.mode & 0o004) === 0) return null;
    const bytes = Buffer.allocUnsafe(found.size);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = readSync(fd, bytes, length, bytes.length - length, null);
    const content = bytes.subarray(0, length);
    return content.subarray(0, 8192).includes(0) ? null : content;
  } finally {
    closeSync(fd);
  }
}

function isUnreadable(cause: unknown): boolean {
  const code = (cause as NodeJS.ErrnoException).code ?? "";
  return ["EACCES", "EPERM", "ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EINVAL"].includes(code);
}
