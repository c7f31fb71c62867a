import { randomUUID } from "node:crypto";
import type { EditReceipt, VersionAction } from "@gatehouse/core/contracts/files";
import type { EditFileInput } from "@gatehouse/core/tool-call/file-input";
import { diffText, lineCount, textOf } from "../files/diff-text.ts";
import { FileProblem, problemOf } from "../files/file-problem.ts";
import { type FileSpace, placeIn } from "../files/file-space.ts";
import type { Place } from "../files/guard.ts";
import { digestOfBytes } from "../files/history-store.ts";
import { readWhole, type WholeFile } from "../files/read-file.ts";
import type { Edited, EditLedger, EditVersion } from "./edit-types.ts";
import { patchText } from "./patch-text.ts";
import { removeFile } from "./remove-file.ts";
import { restoreTrash } from "./restore-trash.ts";
import type { Sink } from "./sink.ts";
import { undoChanges } from "./undo-changes.ts";

export async function editFile(
  input: EditFileInput,
  space: FileSpace,
  to: { ledger: EditLedger; sink: Sink },
): Promise<Edited> {
  try {
    return await edit(input, space, to);
  } catch (cause) {
    if (space.signal.aborted) throw cause;
    const problem = problemOf(cause);
    await to.sink.problem(`${pathOf(input)}: ${problem.message}`);
    const receipt: EditReceipt = {
      path: pathOf(input),
      error: problem.message,
      ...(problem.code === "taken" ? { conflict: true } : {}),
    };
    return { receipt, versions: [], changes: [], trashed: [], restored: [] };
  }
}

async function edit(
  input: EditFileInput,
  space: FileSpace,
  to: { ledger: EditLedger; sink: Sink },
): Promise<Edited> {
  if (input.mode === "undo") return undoChanges(input, space, to);
  if (input.mode === "remove") return removeFile(input.path, space, to);
  if (input.mode === "restore" && input.trash !== undefined)
    return restoreTrash({ ...input, trash: input.trash }, space, to);
  const place = placeIn(space, input.path);
  const before = readBefore(place);
  const next = await contentAfter(input, { place, before, ledger: to.ledger, space });
  const written = space.guard.writeFile(place, next.bytes, {
    ...(before.stats === null ? { create: true } : { unchangedSince: before.stats }),
    ...(next.mode === null ? {} : { mode: next.mode }),
  });
  const versions = await versionsOf(
    { place, before, after: next.bytes, action: input.mode, mode: written.mode },
    space,
    to,
  );
  const diff = diffOf(place, before, next.bytes);
  const receipt: EditReceipt = {
    path: place.seen,
    mode: input.mode,
    created: written.created,
    bytes: next.bytes.length,
    lines: lineCount(textOf(next.bytes) ?? ""),
    bytesBefore: written.bytesBefore,
    diff,
    version: versions.at(-1)?.id ?? null,
  };
  const { created, bytes, lines } = receipt;
  await to.sink.text(
    `${created ? "created" : "changed"} ${place.seen}: ${bytes} bytes, ${lines} lines\n${diff ?? ""}`,
  );
  return {
    receipt,
    versions,
    changes: [
      {
        path: place.seen,
        change: created ? "created" : "changed",
        bytesBefore: written.bytesBefore,
        bytesAfter: bytes,
        diff,
      },
    ],
    trashed: [],
    restored: [],
  };
}

type Before = WholeFile;
type Writing = Exclude<EditFileInput, { mode: "remove" | "undo" }>;

function pathOf(input: EditFileInput): string {
  return input.mode === "undo" ? (input.paths[0] ?? "") : input.path;
}

function readBefore(place: Place): Before {
  try {
    return readWhole(place, { absent: "empty" });
  } catch (cause) {
    if (problemOf(cause).code !== "too_large") throw cause;
    throw new FileProblem("too_large", "what stands there is larger than 10 MiB: move it away first", {
      cause,
    });
  }
}

async function contentAfter(
  input: Writing,
  of: { place: Place; before: Before; ledger: EditLedger; space: FileSpace },
): Promise<{ bytes: Buffer; mode: number | null }> {
  const { before } = of;
  switch (input.mode) {
    case "write":
      if (input.create === true && before.stats !== null) throw new FileProblem("taken", "the name is taken");
      return { bytes: Buffer.from(input.content, input.encoding ?? "utf8"), mode: null };
    case "patch": {
      if (before.stats === null) throw new FileProblem("absent", "No such file or directory");
      const text = textOf(before.bytes);
      if (text === null) throw new FileProblem("wrong_kind", "it is no UTF-8 text");
      return { bytes: Buffer.from(patchText(text, input.targets), "utf8"), mode: null };
    }
    case "restore": {
      const version = await of.ledger.version(of.place.seen, input.version ?? "");
      const bytes = version?.digest == null ? null : of.space.history.get(version.digest);
      if (version === null || bytes === null)
        throw new FileProblem("absent", "this path has no such version, or its content is no longer kept");
      return { bytes, mode: before.stats === null ? version.mode : null };
    }
  }
}

/** What was there is kept as it was found, unless its last known version already is that; what is there now, too. */
async function versionsOf(
  of: { place: Place; before: Before; after: Buffer; action: VersionAction; mode: number },
  space: FileSpace,
  to: { ledger: EditLedger },
): Promise<EditVersion[]> {
  const { place, before, after, action, mode } = of;
  const versions: EditVersion[] = [];
  const add = (entry: { action: VersionAction; bytes: Buffer; mode: number }): void => {
    const digest = space.history.put(entry.bytes);
    versions.push({
      id: randomUUID(),
      path: place.seen,
      action: entry.action,
      bytes: entry.bytes.length,
      digest,
      mode: entry.mode,
    });
  };
  if (before.stats !== null) {
    const latest = await to.ledger.latestDigest(place.seen);
    if (latest !== digestOfBytes(before.bytes))
      add({ action: "found", bytes: before.bytes, mode: before.stats.mode & 0o7777 });
  }
  add({ action, bytes: after, mode });
  return versions;
}

function diffOf(place: Place, before: Before, after: Buffer): string | null {
  const then = textOf(before.bytes);
  const now = textOf(after);
  return then === null || now === null ? null : diffText({ name: place.seen, before: then, after: now });
}
