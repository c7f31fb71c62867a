/**
 * The one door through which tools write files of a home. Each operation checks the denied paths itself, whatever was
 * decided before; a parent is opened one component at a time and never through a link, so nothing that is swapped in
 * between redirects it. Proof: test/unit/worker/files/guard.test.ts, guard-race.test.ts.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { isDenied } from "@gatehouse/core/path/classify";
import { isWithin, normalise } from "@gatehouse/core/path/lexical";
import { fileBytesLimit } from "@gatehouse/core/tool-call/file-input";
import { FileProblem } from "./file-problem.ts";
import { copyWhole, type Entry, moveEntry } from "./move-tree.ts";
import { below, openDirectory, placeOf } from "./open-directory.ts";
import { readWhole } from "./read-file.ts";

/** One file: its real path as the command sees it, and where it is on the host. */
export type Place = { seen: string; host: string };

export type Written = { created: boolean; bytesBefore: number | null; mode: number };
export type WriteOptions = {
  /** refuse when something has the name */
  create?: boolean;
  /** refuse when it is no longer what was read */
  unchangedSince?: Pick<Stats, "ino" | "ctimeMs" | "size">;
  mode?: number;
};

export type FileGuard = {
  writeFile(to: Place, bytes: Uint8Array, options?: WriteOptions): Written;
  writeText(to: Place, text: string, options?: WriteOptions): Written;
  writeJson(to: Place, value: unknown, options?: WriteOptions): Written;
  append(to: Place, bytes: Uint8Array): Written;
  /** also a directory, a link as itself; never over anything */
  copy(from: Place, to: Place): void;
  /** never over anything, also to another device */
  move(from: Place, to: Place): void;
  /** out of the home into a place that `keep` gives: nothing is deleted */
  remove(place: Place, keep: (entry: Entry) => void): void;
  /** made on the way to a file; checks nothing */
  makeDirectory(place: Place): void;
};

export function createFileGuard(denied: readonly string[]): FileGuard {
  const check = (place: Place, whole = false): void => {
    const seen = normalise(place.seen);
    if (isDenied(seen, denied))
      throw new FileProblem("denied", "this path is denied by policy; no approval can change it");
    if (whole && denied.some((entry) => isWithin(entry, seen)))
      throw new FileProblem("denied", "this directory holds a path that is denied by policy");
  };
  const guard: FileGuard = {
    writeFile(to, bytes, options = {}) {
      check(to);
      if (bytes.length > fileBytesLimit) throw new FileProblem("too_large", "it would be larger than 10 MiB");
      return inParent(to, true, (entry) => replace(entry, bytes, options));
    },
    writeText: (to, text, options) => guard.writeFile(to, Buffer.from(text, "utf8"), options),
    writeJson: (to, value, options) => guard.writeText(to, `${JSON.stringify(value, null, 2)}\n`, options),
    append(to, bytes) {
      check(to);
      const before = readWhole(to, { absent: "empty" });
      return guard.writeFile(to, Buffer.concat([before.bytes, bytes]), {
        ...(before.stats === null ? { create: true } : { unchangedSince: before.stats }),
      });
    },
    copy(from, to) {
      check(from, true);
      check(to, true);
      inParent(from, false, (source) => inParent(to, true, (target) => copyWhole(source, target)));
    },
    move(from, to) {
      check(from, true);
      check(to, true);
      inParent(from, false, (source) => inParent(to, true, (target) => moveEntry(source, target)));
    },
    remove(place, keep) {
      check(place, true);
      inParent(place, false, keep);
    },
    makeDirectory(place) {
      closeSync(openDirectory(place.host, { make: true }));
    },
  };
  return guard;
}

/** SAFETY: what is open must stand where it was checked; without this a parent that was moved meanwhile is written to. */
function inParent<T>(place: Place, make: boolean, work: (entry: Entry) => T): T {
  const directory = path.dirname(place.host);
  const fd = openDirectory(directory, { make });
  try {
    if (placeOf(fd) !== directory)
      throw new FileProblem("changed_meanwhile", "its directory was moved meanwhile");
    return work({ fd, name: path.basename(place.host) });
  } finally {
    closeSync(fd);
  }
}

function replace(entry: Entry, bytes: Uint8Array, options: WriteOptions): Written {
  const target = below(entry.fd, entry.name);
  const before = lstatSync(target, { throwIfNoEntry: false });
  if (before !== undefined) {
    if (options.create === true) throw new FileProblem("taken", "the name is taken");
    requireFile(before);
  }
  requireUnchanged(before, options.unchangedSince);
  const mode = options.mode ?? (before === undefined ? 0o644 : before.mode & 0o7777);
  const temporary = below(entry.fd, `.${randomBytes(8).toString("hex")}.partial`);
  const fd = openSync(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
      fchmodSync(fd, mode);
    } finally {
      closeSync(fd);
    }
    if (before === undefined) linkSync(temporary, target);
    else renameSync(temporary, target);
  } finally {
    removeTemporary(temporary);
  }
  return { created: before === undefined, bytesBefore: before?.size ?? null, mode };
}

function requireFile(found: Stats): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw new FileProblem("wrong_kind", "Is a directory");
  if (found.isSymbolicLink()) throw new FileProblem("changed_meanwhile", "it became a link meanwhile");
  throw new FileProblem("wrong_kind", "it is neither a file nor a directory");
}

function requireUnchanged(found: Stats | undefined, known: WriteOptions["unchangedSince"]): void {
  if (known === undefined) return;
  if (found?.ino === known.ino && found.ctimeMs === known.ctimeMs && found.size === known.size) return;
  throw new FileProblem("changed_meanwhile", "it changed meanwhile; read it again");
}

function removeTemporary(place: string): void {
  try {
    unlinkSync(place);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
  }
}
