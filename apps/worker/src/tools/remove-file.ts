import { randomUUID } from "node:crypto";
import { FileProblem } from "../files/file-problem.ts";
import { type FileSpace, placeIn } from "../files/file-space.ts";
import { putAway, type Trashed } from "../files/trash-bin.ts";
import type { Edited, EditLedger } from "./edit-types.ts";
import type { Sink } from "./sink.ts";
import { trashIsFull } from "./trash.ts";

/** To the trash, as rm does it; a directory goes with all that is in it, a link goes itself. */
export async function removeFile(
  path: string,
  space: FileSpace,
  to: { ledger: EditLedger; sink: Sink },
): Promise<Edited> {
  if ((await to.ledger.trashBytes()) >= to.ledger.trashQuota) throw new FileProblem("full", trashIsFull);
  const place = placeIn(space, path, true);
  const found: Trashed[] = [];
  space.guard.remove(place, (entry) => {
    found.push(putAway(entry, to.ledger.bin, place.seen));
  });
  const moved = found[0];
  if (moved === undefined) throw new FileProblem("absent", "No such file or directory");
  const id = randomUUID();
  await to.sink.text(`moved to trash: ${place.seen}${moved.kind === "directory" ? "/" : ""}\n`);
  return {
    receipt: { path: place.seen, mode: "remove", trash: id, kind: moved.kind, bytes: moved.bytes },
    versions:
      moved.kind === "file"
        ? [{ id: randomUUID(), path: place.seen, action: "remove", bytes: 0, digest: null, mode: null }]
        : [],
    changes: [
      { path: place.seen, change: "deleted", bytesBefore: moved.bytes, bytesAfter: null, diff: null },
    ],
    trashed: [{ id, ...moved }],
    restored: [],
  };
}
