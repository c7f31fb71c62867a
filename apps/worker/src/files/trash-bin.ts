import { randomBytes } from "node:crypto";
import { closeSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FileKind } from "@gatehouse/core/contracts/files";
import { kindOf } from "./entry-kind.ts";
import type { Place } from "./guard.ts";
import { type Entry, moveEntry, removeEntry } from "./move-tree.ts";
import { below, openDirectory } from "./open-directory.ts";

/** What came into the trash: the name below the trash directory says nothing of what it holds. */
export type Trashed = { storedName: string; originalPath: string; kind: FileKind; bytes: number };

/** The trash of a host, and who puts something into it: kept beside the thing, for when the record of it was lost. */
export type TrashBin = { directory: string; owner: TrashOwner };
export type TrashOwner = { orgId: string; sessionId: string; executionId: string };
export type TrashOrigin = TrashOwner & { originalPath: string; kind: FileKind };

const item = "item";
const originFile = "origin.json";

/** Moves an entry into a place of its own in the trash. Nothing is deleted; on a failure it stays where it was. */
export function putAway(entry: Entry, bin: TrashBin, originalPath: string): Trashed {
  const storedName = randomBytes(16).toString("hex");
  const place = path.join(bin.directory, storedName);
  const kind = kindOf(lstatSync(below(entry.fd, entry.name)));
  mkdirSync(place, { mode: 0o700 });
  const origin: TrashOrigin = { ...bin.owner, originalPath, kind };
  writeFileSync(path.join(place, originFile), JSON.stringify(origin), { mode: 0o600 });
  const home = openDirectory(place);
  try {
    moveEntry(entry, { fd: home, name: item });
  } catch (cause) {
    emptyItem(bin.directory, storedName);
    throw cause;
  } finally {
    closeSync(home);
  }
  return { storedName, originalPath, kind, bytes: sizeOf(path.join(place, item)) };
}

/** Where a thing in the trash stands, to be moved back; its denied paths are those of where it came from. */
export function trashedPlace(
  trashDirectory: string,
  of: { storedName: string; originalPath: string },
): Place {
  return { seen: of.originalPath, host: path.join(trashDirectory, of.storedName, item) };
}

/** For good. A thing that is already gone is no error. */
export function emptyItem(trashDirectory: string, storedName: string): void {
  if (!/^[0-9a-f]{32}$/.test(storedName))
    throw new Error("a thing in the trash is named by 32 hexadecimal digits");
  const parent = openDirectory(trashDirectory);
  try {
    if (lstatSync(below(parent, storedName), { throwIfNoEntry: false }) !== undefined)
      removeEntry(parent, storedName);
  } finally {
    closeSync(parent);
  }
}

export type StoredThing = { origin: TrashOrigin; bytes: number };

/** What stands under a name in the trash, by what was written beside it; null where the thing itself is gone. */
export function storedThing(trashDirectory: string, storedName: string): StoredThing | null {
  const place = path.join(trashDirectory, storedName);
  if (lstatSync(path.join(place, item), { throwIfNoEntry: false }) === undefined) return null;
  const origin = JSON.parse(readFileSync(path.join(place, originFile), "utf8")) as TrashOrigin;
  return { origin, bytes: sizeOf(path.join(place, item)) };
}

/** In the trash nobody changes it any more. */
function sizeOf(place: string): number {
  const found = lstatSync(place);
  if (!found.isDirectory()) return found.size;
  try {
    return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0);
  } catch (cause) {
    if (["EACCES", "ENAMETOOLONG"].includes((cause as NodeJS.ErrnoException).code ?? "")) return 0;
    throw cause;
  }
}
