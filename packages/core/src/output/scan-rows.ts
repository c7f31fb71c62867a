/**
 * Output bytes cut into the rows of the log view, a chunk at a time and without looking back. A row ends at a line feed or
 * after `rowLimit` bytes (never inside a UTF-8 or escape sequence). A carriage return that no line feed follows restarts
 * its row, as a progress line does on a terminal. Each stream has its own rows; they are numbered in the order in
 * which they begin. Everything the scan knows is plain data, so that it goes on anywhere from a mark.
 */
import { nextSgr } from "./sgr.ts";

export const rowLimit = 8192;
const hardLimit = 60_000;
const longestParams = 200;

export type Escape = "none" | "esc" | "csi" | "string" | "string-esc";

export type StreamScan = {
  /** number of the row that is open, -1 when none */
  row: number;
  /** bytes of the open row before the present chunk */
  held: Uint8Array;
  /** colour state at the start of the open row */
  rowSgr: string;
  continued: boolean;
  /** the next row goes on where the last one was cut */
  cut: boolean;
  afterReturn: boolean;
  escape: Escape;
  params: string;
  sgr: string;
};

export type RowScan = { rows: number; streams: readonly [StreamScan, StreamScan] };

export type ScannedRow = {
  row: number;
  stream: 0 | 1;
  bytes: Uint8Array;
  sgr: string;
  continued: boolean;
};

export type ScanHooks = {
  /** a row is about to begin at this index of the chunk; the scan does not know it yet */
  onOpen?: (at: number) => void;
  onRow?: (row: ScannedRow) => void;
};

const nothing = new Uint8Array(0);

function emptyStream(): StreamScan {
  return {
    row: -1,
    held: nothing,
    rowSgr: "",
    continued: false,
    cut: false,
    afterReturn: false,
    escape: "none",
    params: "",
    sgr: "",
  };
}

export function startScan(): RowScan {
  return { rows: 0, streams: [emptyStream(), emptyStream()] };
}

/** Reads the next bytes of one stream. A row that is still open afterwards is held, up to its limit. */
export function scanRows(scan: RowScan, which: 0 | 1, bytes: Uint8Array, hooks: ScanHooks = {}): void {
  const stream = scan.streams[which];
  const end = bytes.length;
  const plain =
    stream.escape === "none" && !stream.afterReturn && !bytes.includes(0x1b) && !bytes.includes(0x0d);
  let from = 0;
  const open = (at: number): void => {
    hooks.onOpen?.(at);
    stream.row = scan.rows;
    scan.rows += 1;
    stream.rowSgr = stream.sgr;
    stream.continued = stream.cut;
    stream.cut = false;
    from = at;
  };
  const close = (at: number): void => {
    if (hooks.onRow) hooks.onRow(rowOf(stream, which, { bytes, from, to: at }));
    stream.row = -1;
    stream.held = nothing;
  };
  let feed = -1;
  for (let at = 0; at < end; at += 1) {
    if (plain && stream.row !== -1) {
      // within a row without returns and escapes nothing happens before its line feed or its limit
      if (feed < at) feed = feedFrom(bytes, at);
      at = Math.max(at, Math.min(feed, from + rowLimit - stream.held.length));
      if (at >= end) break;
    }
    const byte = bytes[at] ?? 0;
    if (byte === 0x0a) {
      if (stream.row === -1) open(at);
      close(at);
      stream.afterReturn = false;
      stream.escape = "none";
      stream.cut = false;
      continue;
    }
    if (stream.row === -1) open(at);
    else if (stream.afterReturn && byte !== 0x0d) {
      stream.held = nothing;
      stream.escape = "none";
      stream.rowSgr = stream.sgr;
      from = at;
    } else {
      const length = stream.held.length + at - from;
      if (length >= rowLimit && mayCut(stream, byte, length)) {
        close(at);
        stream.cut = true;
        open(at);
      }
    }
    if (plain) continue;
    stream.afterReturn = byte === 0x0d;
    if (stream.escape !== "none") stepEscape(stream, byte);
    else if (byte === 0x1b) stream.escape = "esc";
  }
  if (stream.row !== -1) stream.held = joined(stream.held, bytes.subarray(from, end));
}

function feedFrom(bytes: Uint8Array, at: number): number {
  const found = bytes.indexOf(0x0a, at);
  return found === -1 ? bytes.length : found;
}

/** The rows that are still open, as far as they go. */
export function openRows(scan: RowScan): ScannedRow[] {
  return ([0, 1] as const)
    .filter((which) => scan.streams[which].row !== -1)
    .map((which) => rowOf(scan.streams[which], which, { bytes: nothing, from: 0, to: 0 }))
    .sort((a, b) => a.row - b.row);
}

function rowOf(
  stream: StreamScan,
  which: 0 | 1,
  part: { bytes: Uint8Array; from: number; to: number },
): ScannedRow {
  const own = part.bytes.subarray(part.from, Math.max(part.from, part.to));
  const whole = stream.held.length === 0 ? own : joined(stream.held, own);
  return {
    row: stream.row,
    stream: which,
    bytes: stream.afterReturn ? whole.subarray(0, Math.max(0, whole.length - 1)) : whole,
    sgr: stream.rowSgr,
    continued: stream.continued,
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function mayCut(stream: StreamScan, byte: number, length: number): boolean {
  return length >= hardLimit || (stream.escape === "none" && (byte & 0xc0) !== 0x80);
}

function stepEscape(stream: StreamScan, byte: number): void {
  if (stream.escape === "esc") {
    if (byte === 0x5b) {
      stream.escape = "csi";
      stream.params = "";
    } else if (byte === 0x5d || byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f)
      stream.escape = "string";
    else if (byte < 0x20 || byte > 0x2f) stream.escape = "none";
  } else if (stream.escape === "csi") {
    if (byte >= 0x20 && byte <= 0x3f) {
      if (stream.params.length < longestParams) stream.params += String.fromCharCode(byte);
      return;
    }
    stream.escape = "none";
    if (byte === 0x6d && /^[0-9;:]*$/.test(stream.params)) stream.sgr = nextSgr(stream.sgr, stream.params);
  } else if (byte === 0x07 || (stream.escape === "string-esc" && byte === 0x5c)) stream.escape = "none";
  else stream.escape = byte === 0x1b ? "string-esc" : "string";
}
