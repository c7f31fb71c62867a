import type { RowIndex } from "./row-index.ts";

export const findLimit = 10_000;

export type Needle = { bytes: Uint8Array; anyCase: boolean };

/** Lower-case words are found in any case, words with a capital as they stand. */
export function needleOf(text: string): Needle | null {
  if (text === "") return null;
  return { bytes: new TextEncoder().encode(text), anyCase: text === text.toLowerCase() };
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

function holds(bytes: Uint8Array, from: number, to: number, needle: Needle): boolean {
  const { bytes: wanted, anyCase } = needle;
  const last = to - wanted.length;
  const first = wanted[0];
  for (let at = from; at <= last; at += 1) {
    const byte = bytes[at] ?? 0;
    if ((anyCase ? lower(byte) : byte) !== first) continue;
    let same = 1;
    while (same < wanted.length) {
      const next = bytes[at + same] ?? 0;
      if ((anyCase ? lower(next) : next) !== wanted[same]) break;
      same += 1;
    }
    if (same === wanted.length) return true;
  }
  return false;
}

/** Rows from `from` on (up to `to`) that hold the text, added to `found`; false when the limit is reached. */
export function findRows(
  index: RowIndex,
  span: { from: number; to: number },
  search: { needle: Needle; found: number[] },
): boolean {
  for (let row = span.from; row < span.to; row += 1) {
    const stream = index.streams[((index.flags[row] ?? 0) & 1) === 0 ? 0 : 1];
    const start = index.start[row] ?? 0;
    if (!holds(stream.bytes, start, start + (index.size[row] ?? 0), search.needle)) continue;
    if (search.found.length >= findLimit) return false;
    search.found.push(row);
  }
  return true;
}
