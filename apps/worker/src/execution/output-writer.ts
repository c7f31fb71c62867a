import { createHash } from "node:crypto";
import { streamNumber, type OutputStream } from "@gatehouse/core/contracts/output";
import type { RowMark } from "@gatehouse/core/output/row-mark";
import type { AppendedOutput } from "@gatehouse/services/output/append";
import type { Found } from "../output/keyword-watch.ts";
import { createRowMarks } from "../output/row-marks.ts";

/**
 * Output on its way to Postgres. The first bytes go at once; what comes while a write is under way, or within the next
 * moments, goes together. More than a little of it unwritten makes the command wait.
 */
export type OutputWriter = {
  push(stream: OutputStream, bytes: Buffer): Promise<void>;
  /** waits for the write under way and gives what is left, to be written with the end */
  end(): Promise<{ tail: AppendedOutput[]; at: number; digest: string }>;
  /** the last of it, as text; for what is said about a failure */
  lastText(): string;
};

/** A keyword with the row it stands in. */
export type FoundInRow = Found & { row: number; stream: 1 | 2 };

export type WriterOptions = {
  append: (output: {
    at: number;
    pieces: readonly AppendedOutput[];
    marks: readonly RowMark[];
  }) => Promise<void>;
  find?: (which: 0 | 1, bytes: Buffer, offset: number) => Found[];
  onFound?: (found: readonly FoundInRow[]) => void;
};

const flushBytes = 65_536;
const flushMs = 20;
const heldBytes = 262_144;

export function createOutputWriter(options: WriterOptions): OutputWriter {
  const { append, find, onFound } = options;
  const marks = createRowMarks();
  let taken = 0;
  const hash = createHash("sha256");
  let pieces: AppendedOutput[] = [];
  let held = 0;
  let last = Buffer.alloc(0);
  let written = 0;
  let lastFlush = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failure: { cause: unknown } | null = null;

  const write = async (): Promise<void> => {
    while (pieces.length > 0) {
      const batch = pieces;
      pieces = [];
      held = 0;
      await append({ at: written, pieces: batch, marks: marks.take() });
      written += batch.reduce((sum, piece) => sum + piece.bytes.length, 0);
      lastFlush = performance.now();
      if (held < flushBytes) break;
    }
  };
  const flush = (): void => {
    // what follows bytes that were not kept has no place any more
    if (writing !== null || pieces.length === 0 || failure !== null) return;
    writing = write()
      .catch((cause: unknown) => {
        failure ??= { cause };
      })
      .finally(() => {
        writing = null;
        schedule();
      });
  };
  const schedule = (): void => {
    if (timer !== null || writing !== null || pieces.length === 0) return;
    const wait = held >= flushBytes ? 0 : lastFlush + flushMs - performance.now();
    if (wait <= 0) return flush();
    timer = setTimeout(() => {
      timer = null;
      flush();
    }, wait);
  };
  const look = (which: 0 | 1, bytes: Buffer): void => {
    const found: FoundInRow[] = [];
    let from = 0;
    for (const hit of find?.(which, bytes, taken) ?? []) {
      if (hit.start >= from) {
        marks.feed(which, bytes.subarray(from, hit.start + 1));
        from = hit.start + 1;
      }
      found.push({ ...hit, row: marks.rowOf(which), stream: which === 0 ? 1 : 2 });
    }
    marks.feed(which, bytes.subarray(from));
    taken += bytes.length;
    if (found.length > 0) onFound?.(found);
  };
  return {
    async push(stream, bytes) {
      if (failure !== null) throw failure.cause;
      hash.update(bytes);
      look(stream === "stderr" ? 1 : 0, bytes);
      last = lastOf(last, bytes);
      add(pieces, { stream: streamNumber[stream], bytes });
      held += bytes.length;
      schedule();
      while (held > heldBytes && writing !== null) await writing;
    },
    lastText: () => last.toString("utf8"),
    async end() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      while (writing !== null) {
        await writing;
        if (timer !== null) clearTimeout(timer);
        timer = null;
      }
      if (failure !== null) throw failure.cause;
      return { tail: pieces, at: written, digest: hash.digest("hex") };
    },
  };
}

const lastBytes = 16_384;

function lastOf(before: Buffer, bytes: Buffer): Buffer<ArrayBuffer> {
  if (bytes.length >= lastBytes) return Buffer.from(bytes.subarray(-lastBytes));
  return Buffer.concat([before.subarray(-(lastBytes - bytes.length)), bytes]);
}

/** Neighbours of the same stream become one piece, up to the size of one write. */
function add(pieces: AppendedOutput[], piece: AppendedOutput): void {
  const last = pieces.at(-1);
  if (
    last !== undefined &&
    last.stream === piece.stream &&
    last.bytes.length + piece.bytes.length <= flushBytes
  ) {
    last.bytes = Buffer.concat([last.bytes, piece.bytes]);
  } else pieces.push({ ...piece });
}
