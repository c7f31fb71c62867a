import type { ReadFile } from "@gatehouse/core/contracts/files";
import type { ReadFilesInput } from "@gatehouse/core/tool-call/file-input";
import { lineCount, textOf } from "../files/diff-text.ts";
import { problemOf } from "../files/file-problem.ts";
import { type FileSpace, othersMayRead, placeIn } from "../files/file-space.ts";
import { imageType } from "../files/image-type.ts";
import { readWhole, type WholeFile } from "../files/read-file.ts";
import type { Sink } from "./sink.ts";

type Wanted = ReadFilesInput["files"][number];

const defaultLines = 2_000;
/** of text, and of the head of a binary file */
const longestText = 1024 ** 2;
const binaryHead = 4_096;

/** One result or one error for each path, in their order; an error of one says nothing about the others. */
export async function readFiles(input: ReadFilesInput, space: FileSpace, sink: Sink): Promise<ReadFile[]> {
  const results: ReadFile[] = [];
  for (const wanted of input.files) results.push(await readOne(wanted, space, sink));
  return results;
}

async function readOne(wanted: Wanted, space: FileSpace, sink: Sink): Promise<ReadFile> {
  const { path } = wanted;
  try {
    space.signal.throwIfAborted();
    const place = placeIn(space, path);
    const whole = readWhole(place, { othersMayRead: othersMayRead(space, place) });
    return await show(wanted, whole, { space, sink });
  } catch (cause) {
    if (space.signal.aborted) throw cause;
    const error = problemOf(cause).message;
    await sink.problem(`${path}: ${error}`);
    return { path, kind: "error", error };
  }
}

async function show(
  wanted: Wanted,
  file: WholeFile,
  to: { space: FileSpace; sink: Sink },
): Promise<ReadFile> {
  const { path } = wanted;
  const { bytes, stats } = file;
  const { sink, space } = to;
  const base = { path, bytes: bytes.length, modifiedAtMs: Math.round(stats?.mtimeMs ?? 0) };
  if (wanted.raw === true) {
    await sink.text(`== ${path} (${bytes.length} bytes)\n`);
    return { ...base, kind: "binary", whole: true, content: await sink.bytes(bytes) };
  }
  const mediaType = imageType(bytes);
  if (mediaType !== null) {
    await sink.text(`== ${path} (${mediaType}, ${bytes.length} bytes)\n`);
    return { ...base, kind: "image", mediaType, content: await sink.bytes(bytes) };
  }
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") {
    const { pages, text, more } = await space.threads.pdf(bytes, space.signal);
    await sink.text(`== ${path} (PDF, ${pages} pages)\n`);
    return { ...base, kind: "pdf", pages, more, content: await sink.text(text) };
  }
  const text = textOf(bytes);
  if (text === null) {
    await sink.text(`== ${path} (binary, ${bytes.length} bytes)\n`);
    const head = bytes.subarray(0, binaryHead);
    await sink.text(`${hexLines(head.subarray(0, 256))}\n`);
    const content = await sink.bytes(head);
    return { ...base, kind: "binary", whole: head.length === bytes.length, content };
  }
  return showText(wanted, { ...base, mode: (stats?.mode ?? 0) & 0o7777 }, { text, sink });
}

async function showText(
  wanted: Wanted,
  base: { path: string; bytes: number; modifiedAtMs: number; mode: number },
  of: { text: string; sink: Sink },
): Promise<ReadFile> {
  const totalLines = lineCount(of.text);
  const firstLine = wanted.offset ?? 1;
  const part = linesOf(of.text, firstLine, wanted.limit ?? defaultLines);
  const cut = Buffer.byteLength(part.text) > longestText;
  const shown = cut ? cutBytes(part.text, longestText) : part.text;
  const lines = cut ? lineCount(shown) : part.lines;
  const more = cut || firstLine - 1 + lines < totalLines;
  const range = lines === 0 ? "no lines" : `lines ${firstLine}-${firstLine + lines - 1}`;
  await of.sink.text(`== ${base.path} (${range} of ${totalLines})\n`);
  const content = await of.sink.text(shown);
  if (shown !== "" && !shown.endsWith("\n")) await of.sink.text("\n");
  if (more) await of.sink.text(`== more follows: read on with offset ${firstLine + lines}\n`);
  return { ...base, kind: "text", firstLine, lines, totalLines, more, content };
}

function linesOf(text: string, first: number, limit: number): { text: string; lines: number } {
  let start = 0;
  for (let line = 1; line < first; line += 1) {
    const newline = text.indexOf("\n", start);
    if (newline < 0) return { text: "", lines: 0 };
    start = newline + 1;
  }
  let end = start;
  let lines = 0;
  while (lines < limit && end < text.length) {
    const newline = text.indexOf("\n", end);
    end = newline < 0 ? text.length : newline + 1;
    lines += 1;
  }
  return { text: text.slice(start, end), lines };
}

/** Never in the middle of a character. */
function cutBytes(text: string, most: number): string {
  return new TextDecoder("utf-8").decode(Buffer.from(text).subarray(0, most), { stream: true });
}

function hexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const part = [...bytes.subarray(at, at + 16)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${at.toString(16).padStart(8, "0")}  ${hex.padEnd(47)}  ${text}`);
  }
  return lines.join("\n");
}
