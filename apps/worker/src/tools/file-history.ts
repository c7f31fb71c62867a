import type { HistoryResult, VersionEntry } from "@gatehouse/core/contracts/files";
import type { FileHistoryInput } from "@gatehouse/core/tool-call/file-input";
import { diffText, textOf } from "../files/diff-text.ts";
import { FileProblem, problemOf } from "../files/file-problem.ts";
import { type FileSpace, placeIn } from "../files/file-space.ts";
import type { Place } from "../files/guard.ts";
import { readWhole } from "../files/read-file.ts";
import type { Sink } from "./sink.ts";

export type KnownVersion = Omit<VersionEntry, "kept" | "at"> & { createdAt: Date };
export type HistoryLedger = { versions(path: string): Promise<KnownVersion[]> };

/** Earlier versions of one path of this session: their list, or the content of one with its difference to what is there. */
export async function fileHistory(
  input: FileHistoryInput,
  space: FileSpace,
  to: { ledger: HistoryLedger; sink: Sink },
): Promise<HistoryResult> {
  try {
    const place = placeIn(space, input.path);
    const versions = (await to.ledger.versions(place.seen)).map((version) => entryOf(version, space));
    if (input.mode === "read")
      return await readVersion({ place, id: input.version, versions }, space, to.sink);
    await to.sink.text(`== ${place.seen} (${versions.length} versions, newest first)\n`);
    for (const { id, at, action, bytes } of versions)
      await to.sink.text(`${id}  ${at}  ${action}  ${bytes} bytes\n`);
    return { path: place.seen, versions };
  } catch (cause) {
    if (space.signal.aborted) throw cause;
    const error = problemOf(cause).message;
    await to.sink.problem(`${input.path}: ${error}`);
    return { path: input.path, error };
  }
}

function entryOf({ createdAt, ...version }: KnownVersion, space: FileSpace): VersionEntry {
  const kept = version.digest !== null && space.history.has(version.digest);
  return { ...version, at: createdAt.toISOString(), kept };
}

async function readVersion(
  of: { place: Place; id: string; versions: VersionEntry[] },
  space: FileSpace,
  sink: Sink,
): Promise<HistoryResult> {
  const version = of.versions.find(({ id }) => id === of.id);
  const bytes = version?.digest == null ? null : space.history.get(version.digest);
  if (version === undefined || bytes === null)
    throw new FileProblem("absent", "this path has no such version, or its content is no longer kept");
  const text = textOf(bytes);
  const now = currentText(of.place);
  const diff =
    text === null || now === null ? null : diffText({ name: of.place.seen, before: text, after: now });
  await sink.text(`== ${of.place.seen} as of ${version.at} (${bytes.length} bytes)\n`);
  const content = await sink.bytes(bytes);
  return { path: of.place.seen, version, kind: text === null ? "binary" : "text", content, diff };
}

/** Empty where the file is gone, null where it is no text. */
function currentText(place: Place): string | null {
  try {
    return textOf(readWhole(place, { absent: "empty" }).bytes);
  } catch (cause) {
    problemOf(cause);
    return null;
  }
}
