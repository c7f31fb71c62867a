/**
 * Output bytes cut into rows without building a string or an object a row, so that 10 million short rows stay
 * cheap: bytes of each stream in one growing array, and for each row a start, a length, flags and a colour state.
 *
 * A row ends at a line feed or after `rowLimit` bytes (never inside a UTF-8 or escape sequence). A carriage return
 * that no line feed follows restarts its row, as a progress line does on a terminal.
 */
import { nextSgr } from "@gatehouse/core/output/sgr";

const rowLimit = 8192;
const hardLimit = 60_000;

type Escape = "none" | "esc" | "csi" | "string" | "string-esc";

type StreamState = {
  bytes: Uint8Array;
  length: number;
  /** row that is still open, -1 when none */
  row: number;
  afterReturn: boolean;
  escape: Escape;
  csiFrom: number;
  sgr: number;
};

export type RowIndex = {
  streams: [StreamState, StreamState];
  count: number;
  start: Uint32Array;
  size: Uint16Array;
  flags: Uint8Array;
  /** colour state at the start of each row; stays empty until the first escape sequence */
  sgr: Uint16Array | null;
  sgrStates: string[];
  sgrIds: Map<string, number>;
  hasNul: boolean;
};

export const stderrFlag = 1;
export const continuedFlag = 2;

function emptyStream(): StreamState {
  return {
    bytes: new Uint8Array(4096),
    length: 0,
    row: -1,
    afterReturn: false,
    escape: "none",
    csiFrom: 0,
    sgr: 0,
  };
}

export function createRowIndex(): RowIndex {
  return {
    streams: [emptyStream(), emptyStream()],
    count: 0,
    start: new Uint32Array(256),
    size: new Uint16Array(256),
    flags: new Uint8Array(256),
    sgr: null,
    sgrStates: [""],
    sgrIds: new Map([["", 0]]),
    hasNul: false,
  };
}

function grow<T extends Uint8Array | Uint16Array | Uint32Array>(array: T, need: number): T {
  if (need <= array.length) return array;
  const Make = array.constructor as new (length: number) => T;
  const larger = new Make(Math.max(need, array.length * 2));
  larger.set(array);
  return larger;
}

function openRow(index: RowIndex, which: 0 | 1, at: number, continued: boolean): void {
  const stream = index.streams[which];
  const row = index.count;
  index.count += 1;
  index.start = grow(index.start, index.count);
  index.size = grow(index.size, index.count);
  index.flags = grow(index.flags, index.count);
  index.start[row] = at;
  index.flags[row] = (which === 1 ? stderrFlag : 0) | (continued ? continuedFlag : 0);
  markColour(index, row, stream.sgr);
  stream.row = row;
}

function markColour(index: RowIndex, row: number, state: number): void {
  if (state === 0 && index.sgr === null) return;
  index.sgr = grow(index.sgr ?? new Uint16Array(index.start.length), index.start.length);
  index.sgr[row] = state;
}

function internColour(index: RowIndex, state: string): number {
  const known = index.sgrIds.get(state);
  if (known !== undefined) return known;
  if (index.sgrStates.length >= 65_535) return 0;
  index.sgrStates.push(state);
  index.sgrIds.set(state, index.sgrStates.length - 1);
  return index.sgrStates.length - 1;
}

function stepEscape(index: RowIndex, stream: StreamState, at: number): void {
  const byte = stream.bytes[at] ?? 0;
  if (stream.escape === "esc") {
    if (byte === 0x5b) {
      stream.escape = "csi";
      stream.csiFrom = at + 1;
    } else if (byte === 0x5d || byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f)
      stream.escape = "string";
    else if (byte < 0x20 || byte > 0x2f) stream.escape = "none";
  } else if (stream.escape === "csi") {
    if (byte >= 0x20 && byte <= 0x3f) return;
    stream.escape = "none";
    if (byte !== 0x6d) return;
    const params = String.fromCharCode(
      ...stream.bytes.subarray(stream.csiFrom, Math.min(at, stream.csiFrom + 200)),
    );
    if (!/^[0-9;:]*$/.test(params)) return;
    stream.sgr = internColour(index, nextSgr(index.sgrStates[stream.sgr] ?? "", params));
  } else if (byte === 0x07 || (stream.escape === "string-esc" && byte === 0x5c)) stream.escape = "none";
  else stream.escape = byte === 0x1b ? "string-esc" : "string";
}

function store(stream: StreamState, chunk: Uint8Array): number {
  const from = stream.length;
  stream.bytes = grow(stream.bytes, from + chunk.length);
  stream.bytes.set(chunk, from);
  stream.length += chunk.length;
  return from;
}

function mayCut(stream: StreamState, byte: number, length: number): boolean {
  if (length < rowLimit) return false;
  return length >= hardLimit || (stream.escape === "none" && (byte & 0xc0) !== 0x80);
}

/** Reads the next bytes of a stream; a row that is still open is shown as far as it goes. */
export function appendBytes(index: RowIndex, which: 0 | 1, chunk: Uint8Array): void {
  const stream = index.streams[which];
  let at = store(stream, chunk);
  const { bytes, length: end } = stream;
  for (; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0a) {
      if (stream.row === -1) openRow(index, which, at, false);
      index.size[stream.row] = at - (index.start[stream.row] ?? at) - (stream.afterReturn ? 1 : 0);
      stream.row = -1;
      stream.afterReturn = false;
      stream.escape = "none";
      continue;
    }
    if (stream.row === -1) openRow(index, which, at, false);
    else if (stream.afterReturn && byte !== 0x0d) restartRow(index, stream, at);
    else if (mayCut(stream, byte, at - (index.start[stream.row] ?? at))) {
      index.size[stream.row] = at - (index.start[stream.row] ?? at);
      openRow(index, which, at, true);
    }
    stream.afterReturn = byte === 0x0d;
    if (byte === 0) index.hasNul = true;
    if (stream.escape !== "none") stepEscape(index, stream, at);
    else if (byte === 0x1b) stream.escape = "esc";
  }
  if (stream.row !== -1) {
    index.size[stream.row] = end - (index.start[stream.row] ?? end) - (stream.afterReturn ? 1 : 0);
  }
}

function restartRow(index: RowIndex, stream: StreamState, at: number): void {
  index.start[stream.row] = at;
  stream.escape = "none";
  markColour(index, stream.row, stream.sgr);
}

export type Row = { bytes: Uint8Array; sgr: string; stderr: boolean; continued: boolean };

export function rowAt(index: RowIndex, row: number): Row {
  const flags = index.flags[row] ?? 0;
  const stream = index.streams[(flags & stderrFlag) === 0 ? 0 : 1];
  const start = index.start[row] ?? 0;
  return {
    bytes: stream.bytes.subarray(start, start + (index.size[row] ?? 0)),
    sgr: index.sgrStates[index.sgr?.[row] ?? 0] ?? "",
    stderr: (flags & stderrFlag) !== 0,
    continued: (flags & continuedFlag) !== 0,
  };
}
