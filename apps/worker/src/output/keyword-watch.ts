/**
 * Literal, case-sensitive words in the byte streams of one execution. A word may be cut by any number of chunk borders; the
 * same bytes give the same hits however they are cut. Each word has at most `mostOfOne` hits, after which it costs nothing.
 */
export type Found = {
  keyword: string;
  /** where it begins in the merged stream */
  offset: number;
  /** index in the present chunk; negative where it began in an earlier one */
  start: number;
  excerpt: string;
};

export type KeywordWatch = {
  setWords: (words: readonly string[]) => void;
  find: (which: 0 | 1, bytes: Buffer, offset: number) => Found[];
};

export const mostOfOne = 200;
const around = 120;

type Segment = { length: number; offset: number };
/** The end of a stream so far, with where its bytes lie in the merged stream. */
type Tail = { bytes: Buffer; segments: Segment[]; end: number };
type Word = { text: string; bytes: Buffer; hits: number; free: [number, number] };

const emptyTail = (): Tail => ({ bytes: Buffer.alloc(0), segments: [], end: 0 });

export function createKeywordWatch(first: readonly string[]): KeywordWatch {
  const tails: [Tail, Tail] = [emptyTail(), emptyTail()];
  const known = new Map<string, Word>();
  let words: Word[] = [];
  const setWords = (texts: readonly string[]): void => {
    words = texts.map((text) => {
      const word = known.get(text) ?? { text, bytes: Buffer.from(text), hits: 0, free: [0, 0] };
      known.set(text, word);
      return word;
    });
  };
  setWords(first);
  return {
    setWords,
    find(which, bytes, offset) {
      const tail = tails[which];
      const whole = tail.bytes.length === 0 ? bytes : Buffer.concat([tail.bytes, bytes]);
      const segments = [...tail.segments, { length: bytes.length, offset }];
      const seen = tail.bytes.length;
      const base = tail.end - seen;
      const found = words.flatMap((word) =>
        occurrences(whole, word, { which, seen, base }).map((at) => ({
          keyword: word.text,
          offset: offsetAt(segments, at),
          start: at - seen,
          excerpt: excerptAt(whole, at, word.bytes.length),
        })),
      );
      tails[which] = shortened(whole, segments, tail.end + bytes.length);
      return found.sort((a, b) => a.start - b.start);
    },
  };
}

/** Places that end in the new bytes, none overlapping an earlier one of the same word. */
function occurrences(whole: Buffer, word: Word, of: { which: 0 | 1; seen: number; base: number }): number[] {
  const places: number[] = [];
  const { length } = word.bytes;
  let from = Math.max(0, of.seen - length + 1, word.free[of.which] - of.base);
  while (word.hits < mostOfOne) {
    const at = whole.indexOf(word.bytes, from);
    if (at === -1) break;
    from = at + length;
    word.free[of.which] = of.base + from;
    word.hits += 1;
    places.push(at);
  }
  return places;
}

function offsetAt(segments: readonly Segment[], at: number): number {
  let before = 0;
  for (const { length, offset } of segments) {
    if (at < before + length) return offset + at - before;
    before += length;
  }
  return segments.at(-1)?.offset ?? 0;
}

/** Long enough for any word and for the text before a hit. */
const keptBytes = 1_024;

function shortened(whole: Buffer, segments: readonly Segment[], end: number): Tail {
  const drop = Math.max(0, whole.length - keptBytes);
  const kept: Segment[] = [];
  let before = 0;
  for (const { length, offset } of segments) {
    const cut = Math.min(length, Math.max(0, drop - before));
    if (cut < length) kept.push({ length: length - cut, offset: offset + cut });
    before += length;
  }
  return { bytes: Buffer.from(whole.subarray(drop)), segments: kept, end };
}

const lineFeed = 0x0a;

/** The line around a hit, as far as it is known now, without colours. */
function excerptAt(whole: Buffer, at: number, length: number): string {
  const before = whole.subarray(Math.max(0, at - around), at);
  const after = whole.subarray(at, at + length + around);
  const start = before.lastIndexOf(lineFeed) + 1;
  const stop = after.indexOf(lineFeed);
  const line = Buffer.concat([before.subarray(start), stop === -1 ? after : after.subarray(0, stop)]);
  return line
    .toString("utf8")
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, "")
    .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, " ")
    .trim();
}
