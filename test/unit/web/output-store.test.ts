import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRows, needleOf } from "../../../apps/web/src/features/output/find-rows.ts";
import { createOutputStore, takeChunk } from "../../../apps/web/src/features/output/output-store.ts";
import { outputText } from "../../../apps/web/src/features/output/output-text.ts";
import {
  clampBase,
  tailBase,
  windowCount,
  windowRows,
} from "../../../apps/web/src/features/output/row-window.ts";

const source = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join("");
const bytes = Buffer.from(source);

const chunk = (from: number, to: number) => ({
  offset: from,
  stream: "stdout" as const,
  bytesBase64: bytes.subarray(from, to).toString("base64"),
});

describe("taking chunks", () => {
  it("takes every byte once, whatever overlaps or comes twice", () => {
    const span = fc.tuple(fc.nat(bytes.length), fc.nat(60));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 30 }), (spans) => {
        const store = createOutputStore();
        for (const [from, length] of spans) {
          const before = store.next;
          const taken = takeChunk(store, chunk(from, Math.min(bytes.length, from + length)));
          expect(taken).toBe(from <= before);
        }
        takeChunk(store, chunk(store.next, bytes.length));
        expect(store.next).toBe(bytes.length);
        expect(`${outputText(store.index)}\n`).toBe(source);
      }),
    );
  });

  it("does not take a chunk that leaves a gap", () => {
    const store = createOutputStore();
    expect(takeChunk(store, chunk(5, 10))).toBe(false);
    expect(store.next).toBe(0);
  });
});

describe("the window over many rows", () => {
  it("always ends at the last row when it follows", () => {
    for (const rows of [0, 10, windowRows, windowRows + 1, 3_000_000]) {
      const base = tailBase(rows);
      expect(base + windowCount(base, rows)).toBe(rows);
    }
  });

  it("never starts before the first row or leaves rows out at the end", () => {
    expect(clampBase(-5, 1000)).toBe(0);
    expect(clampBase(9_999_999, windowRows * 3)).toBe(windowRows * 2);
  });
});

describe("finding rows", () => {
  const found = (text: string) => {
    const store = createOutputStore();
    takeChunk(store, {
      offset: 0,
      stream: "stdout",
      bytesBase64: Buffer.from("one\nTwo\n\ntwo three\nétwo\n").toString("base64"),
    });
    const needle = needleOf(text);
    const rows: number[] = [];
    if (needle) findRows(store.index, { from: 0, to: store.index.count }, { needle, found: rows });
    return rows;
  };

  it("finds small letters in any case and capitals as they stand", () => {
    expect(found("two")).toEqual([1, 3, 4]);
    expect(found("Two")).toEqual([1]);
    expect(found("é")).toEqual([4]);
    expect(found("four")).toEqual([]);
    expect(found("")).toEqual([]);
  });
});
