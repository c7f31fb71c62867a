import { randomUUID } from "node:crypto";
import { lstatSync } from "node:fs";
import type { UndoneFile, UndoProblem } from "@gatehouse/core/contracts/files";
import type { EditFileInput } from "@gatehouse/core/tool-call/file-input";
import type { Change } from "../files/changed-files.ts";
import { FileProblem, problemOf } from "../files/file-problem.ts";
import { type FileSpace, placeIn } from "../files/file-space.ts";
import type { Place } from "../files/guard.ts";
import { digestOfBytes } from "../files/history-store.ts";
import { readWhole } from "../files/read-file.ts";
import { putAway, type Trashed, trashedPlace } from "../files/trash-bin.ts";
import type { Edited, EditLedger, EditVersion, PathStory } from "./edit-types.ts";
import type { Sink } from "./sink.ts";
import { trashIsFull } from "./trash.ts";

type UndoInput = Extract<EditFileInput, { mode: "undo" }>;
type Step = {
  did: UndoneFile["did"];
  change: Change | null;
  version: EditVersion | null;
  trashed: (Trashed & { id: string })[];
  restored: string[];
};

/**
 * Takes back what some executions did to files: what they created goes to the trash, what they changed becomes what it
 * was, what they deleted comes back. A path that was changed again since is told and left alone, or, where a person chose
 * so, put into the trash first. Nothing is lost either way.
 */
export async function undoChanges(
  input: UndoInput,
  space: FileSpace,
  to: { ledger: EditLedger; sink: Sink },
): Promise<Edited> {
  const undone: UndoneFile[] = [];
  const problems: UndoProblem[] = [];
  const steps: Step[] = [];
  for (const path of new Set(input.paths)) {
    space.signal.throwIfAborted();
    try {
      const step = await undoOne(path, input, { space, ledger: to.ledger });
      steps.push(step);
      undone.push({ path, did: step.did });
      await to.sink.text(`${step.did}: ${path}\n`);
    } catch (cause) {
      const problem = problemOf(cause);
      problems.push({ path, error: problem.message, conflict: problem.code === "taken" });
      await to.sink.problem(`${path}: ${problem.message}`);
    }
  }
  return {
    receipt: { mode: "undo", path: input.paths[0] ?? "", undone, problems },
    versions: steps.flatMap(({ version }) => (version === null ? [] : [version])),
    changes: steps.flatMap(({ change }) => (change === null ? [] : [change])),
    trashed: steps.flatMap(({ trashed }) => trashed),
    restored: steps.flatMap(({ restored }) => restored),
  };
}

type At = { space: FileSpace; ledger: EditLedger };

async function undoOne(path: string, input: UndoInput, at: At): Promise<Step> {
  const { space, ledger } = at;
  const place = placeIn(space, path, true);
  const story = await ledger.story(place.seen, input.executions);
  const [first] = story.changes;
  if (first === undefined)
    throw new FileProblem("absent", "these executions did nothing to it that was recorded");
  const now = lstatSync(place.host, { throwIfNoEntry: false });
  const standing = now !== undefined;
  if (first.change === "created" && !standing) return nothing("already gone");
  if (isBack(story, place, now)) return nothing("already back");
  if (input.conflict !== "replace") requireAsLeft(story, place, now);
  if (first.change === "created") {
    const trashed = await away(place, at);
    return { ...nothing("moved to trash"), trashed, change: changeOf(place, now?.size ?? null, null) };
  }
  return giveBack(story, { place, before: now?.size ?? null, standing }, at);
}

function nothing(did: UndoneFile["did"]): Step {
  return { did, change: null, version: null, trashed: [], restored: [] };
}

/** Undone before, or made the same again: doing it over would only fill the trash. */
function isBack(story: PathStory, place: Place, now: ReturnType<typeof lstatSync>): boolean {
  const [first] = story.changes;
  const { earlier, trashed } = story;
  if (first?.change === "created" || earlier === null || trashed !== null) return false;
  if (now?.isFile() !== true || Number(now.size) !== first?.bytesBefore) return false;
  if (earlier.mode !== null && (Number(now.mode) & 0o7777) !== earlier.mode) return false;
  return digestOfBytes(readWhole(place).bytes) === earlier.digest;
}

/** What stands there must be what the last of the executions left; anything else is somebody's later work. */
function requireAsLeft(story: PathStory, place: Place, now: ReturnType<typeof lstatSync>): void {
  const last = story.changes.at(-1);
  const again = new FileProblem("taken", "it was changed again afterwards");
  if (story.changedLater) throw again;
  if (last?.change === "deleted") {
    if (now !== undefined) throw new FileProblem("taken", "the name is taken by something newer");
    return;
  }
  if (now === undefined) throw new FileProblem("taken", "it was removed afterwards");
  if (last?.bytesAfter != null && !now.isDirectory() && Number(now.size) !== last.bytesAfter) throw again;
  if (story.afterDigest === null || !now.isFile()) return;
  if (digestOfBytes(readWhole(place).bytes) !== story.afterDigest) throw again;
}

type Back = { place: Place; before: number | null; standing: boolean };

async function giveBack(story: PathStory, { place, before, standing }: Back, at: At): Promise<Step> {
  const { space, ledger } = at;
  const { trashed: item, earlier } = story;
  if (item !== null) {
    const trashed = standing ? await away(place, at) : [];
    space.guard.move(trashedPlace(ledger.bin.directory, item), place);
    const after = lstatSync(place.host);
    const bytes = after.isFile() ? after.size : 0;
    return { ...nothing("restored"), trashed, restored: [item.id], change: changeOf(place, before, bytes) };
  }
  const bytes = earlier === null ? null : space.history.get(earlier.digest);
  if (earlier === null || bytes === null)
    throw new FileProblem("absent", "what it was before is not kept: larger than what is kept, or no text");
  const trashed = standing ? await away(place, at) : [];
  const { mode } = space.guard.writeFile(place, bytes, {
    create: true,
    ...(earlier.mode === null ? {} : { mode: earlier.mode }),
  });
  const digest = space.history.put(bytes);
  return {
    did: "restored",
    change: changeOf(place, before, bytes.length),
    version: {
      id: randomUUID(),
      path: place.seen,
      action: "restore",
      bytes: bytes.length,
      digest,
      mode,
    },
    trashed,
    restored: [],
  };
}

async function away(place: Place, { space, ledger }: At): Promise<(Trashed & { id: string })[]> {
  if ((await ledger.trashBytes()) >= ledger.trashQuota) throw new FileProblem("full", trashIsFull);
  const moved: (Trashed & { id: string })[] = [];
  space.guard.remove(place, (entry) => {
    moved.push({ id: randomUUID(), ...putAway(entry, ledger.bin, place.seen) });
  });
  return moved;
}

function changeOf({ seen: path }: Place, bytesBefore: number | null, bytesAfter: number | null): Change {
  const change = bytesBefore === null ? "created" : bytesAfter === null ? "deleted" : "changed";
  return { path, change, bytesBefore, bytesAfter, diff: null };
}
