import { z } from "zod";
import type { RowScan, StreamScan } from "./scan-rows.ts";

/** A place to go on scanning from: row `row` begins at byte `offset` of the merged stream. */
export type RowMark = { row: number; offset: number; state: string };

/** So many bytes lie between two marks at least; reading any row scans little more than that. */
export const markEveryBytes = 65_536;

const streamState = z.strictObject({
  row: z.number().int(),
  held: z.string(),
  rowSgr: z.string(),
  continued: z.boolean(),
  cut: z.boolean(),
  afterReturn: z.boolean(),
  escape: z.enum(["none", "esc", "csi", "string", "string-esc"]),
  params: z.string(),
  sgr: z.string(),
});
const markState = z.tuple([streamState, streamState]);

/** Bytes as text of one character each, which JSON holds. */
const toText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
const toBytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export function markOf(scan: RowScan, offset: number): RowMark {
  const state = JSON.stringify(scan.streams.map((stream) => ({ ...stream, held: toText(stream.held) })));
  return { row: scan.rows, offset, state };
}

/** The scan as it stood where the mark was made. */
export function scanFrom(mark: RowMark): RowScan {
  const [stdout, stderr] = markState.parse(JSON.parse(mark.state));
  const back = (stream: z.infer<typeof streamState>): StreamScan => ({
    ...stream,
    held: toBytes(stream.held),
  });
  return { rows: mark.row, streams: [back(stdout), back(stderr)] };
}
