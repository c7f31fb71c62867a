import type { ReadFile } from "@gatehouse/core/contracts/files";
import type { OpenFileInput } from "@gatehouse/core/tool-call/show-input";
import type { FileSpace } from "../files/file-space.ts";
import { readFiles } from "./read-files.ts";
import type { Sink } from "./sink.ts";

/** As much as a page can be expected to draw with line numbers; of more the beginning is shown and said to be that. */
const mostLines = 5_000;

/** Reads a file as read_files does, behind the same guard, for a person to look at. */
export async function openFile({ path }: OpenFileInput, space: FileSpace, sink: Sink): Promise<ReadFile> {
  const [file] = await readFiles({ files: [{ path, limit: mostLines }] }, space, sink);
  return file ?? { path, kind: "error", error: "it could not be read" };
}
