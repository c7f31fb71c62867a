import { randomUUID } from "node:crypto";
import { lstatSync } from "node:fs";
import path from "node:path";
import { kindOf } from "../files/entry-kind.ts";
import { FileProblem, problemOf } from "../files/file-problem.ts";
import { type FileSpace, isSecret, placeIn } from "../files/file-space.ts";
import type { Place } from "../files/guard.ts";
import { putAway, type Trashed, trashedPlace } from "../files/trash-bin.ts";
import type { Edited, EditLedger } from "./edit-types.ts";
import type { Sink } from "./sink.ts";

type Wanted = { path: string; trash: string; conflict?: "keep_both" | "replace" | undefined };

/** Back from the trash. A name that is taken is never overwritten: it is an error, or what a person chose. */
export async function restoreTrash(
  wanted: Wanted,
  space: FileSpace,
  to: { ledger: EditLedger; sink: Sink },
): Promise<Edited> {
  const item = await to.ledger.trashed(wanted.trash);
  if (item === null) throw new FileProblem("absent", "the trash of this session holds no such thing");
  requireOwnName(item.originalPath, wanted, space);
  const from = trashedPlace(to.ledger.bin.directory, item);
  const found = lstatSync(from.host);
  const kind = kindOf(found);
  let place = placeIn(space, wanted.path, true);
  const replaced: (Trashed & { id: string })[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      space.guard.move(from, place);
      break;
    } catch (cause) {
      if (problemOf(cause).code !== "taken" || wanted.conflict === undefined || attempt > 100) throw cause;
      if (wanted.conflict === "keep_both") place = anotherName(placeIn(space, wanted.path, true), attempt);
      else {
        const { bin } = to.ledger;
        space.guard.remove(place, (entry) => {
          replaced.push({ id: randomUUID(), ...putAway(entry, bin, place.seen) });
        });
      }
    }
  }
  const bytes = kind === "file" ? found.size : 0;
  await to.sink.text(`restored ${place.seen}${kind === "directory" ? "/" : ""}\n`);
  const gone = replaced[0];
  if (gone !== undefined) await to.sink.text(`moved to trash: ${gone.originalPath}\n`);
  return {
    receipt: {
      path: place.seen,
      mode: "restore",
      trash: wanted.trash,
      kind,
      bytes,
      replaced: gone?.id ?? null,
    },
    versions: [],
    changes: [
      {
        path: place.seen,
        change: gone === undefined ? "created" : "changed",
        bytesBefore: gone?.bytes ?? null,
        bytesAfter: bytes,
        diff: null,
      },
    ],
    trashed: replaced,
    restored: [wanted.trash],
  };
}

/** SAFETY: under another name a sensitive file would be read without asking (file-tools.test.ts). */
function requireOwnName(originalPath: string, wanted: Wanted, space: FileSpace): void {
  if (!isSecret(space, originalPath)) return;
  const samePlace = placeIn(space, wanted.path, true).seen === originalPath;
  if (!samePlace || wanted.conflict === "keep_both")
    throw new FileProblem(
      "not_permitted",
      "a sensitive thing is only restored to where it was, under its own name",
    );
}

/** `notes.txt` becomes `notes (2).txt`; in the same directory, so that nothing new was to be decided. */
function anotherName({ seen, host }: Place, attempt: number): Place {
  const { name, ext } = path.parse(seen);
  const other = `${name} (${attempt + 1})${ext}`;
  return { seen: path.join(path.dirname(seen), other), host: path.join(path.dirname(host), other) };
}
