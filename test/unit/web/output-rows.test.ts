import { keepColours, plainText } from "@gatehouse/core/output/clean-text";
import { decodeUtf8 } from "@gatehouse/core/output/decode-utf8";
import { markOf, scanFrom } from "@gatehouse/core/output/row-mark";
import { openRows, type ScannedRow, scanRows, startScan } from "@gatehouse/core/output/scan-rows";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowSpans } from "../../../apps/web/src/features/output/row-spans.ts";

const encode = (text: string) => new TextEncoder().encode(text);

type Chunk = string | Uint8Array | { err: string };

function rowsOf(...chunks: Chunk[]): ScannedRow[] {
  const scan = startScan();
  const rows: ScannedRow[] = [];
  for (const chunk of chunks) {
    const which = typeof chunk === "string" || chunk instanceof Uint8Array ? 0 : 1;
    const bytes =
      typeof chunk === "string" ? encode(chunk) : chunk instanceof Uint8Array ? chunk : encode(chunk.err);
    scanRows(scan, which, bytes, { onRow: (row) => rows.push(row) });
  }
  return [...rows, ...openRows(scan)].sort((a, b) => a.row - b.row);
}

const textOf = (row: ScannedRow) => plainText(decodeUtf8(row.bytes));
const texts = (...chunks: Chunk[]) => rowsOf(...chunks).map(textOf);

describe("rows of an output", () => {
  it("cuts at line feeds and shows an open last line", () => {
    expect(texts("a\n\nb")).toEqual(["a", "", "b"]);
    expect(texts("a\n")).toEqual(["a"]);
    expect(texts("a", "b\nc", "d")).toEqual(["ab", "cd"]);
  });

  it("takes a carriage return before a line feed as a line end", () => {
    expect(texts("a\r\nb\r", "\nc")).toEqual(["a", "b", "c"]);
  });

  it("shows the last state of a progress line", () => {
    expect(texts("10%\r20%\r", "30%\ndone")).toEqual(["30%", "done"]);
    expect(texts("10%\r20%\r")).toEqual(["20%"]);
  });

  it("keeps the two streams apart when they interleave inside a line", () => {
    const rows = rowsOf("out one, ", { err: "warning\n" }, "out two\n");
    expect(rows.map((row) => [textOf(row), row.stream === 1])).toEqual([
      ["out one, out two", false],
      ["warning", true],
    ]);
  });

  it("cuts a long line without cutting a character, and marks what continues", () => {
    const rows = rowsOf("é".repeat(10_000));
    expect(rows.map((row) => row.continued)).toEqual([false, true, true]);
    expect(rows.map(textOf).join("")).toBe("é".repeat(10_000));
  });

  it("gives the same rows however the bytes are cut into chunks", () => {
    const source = encode(
      "plain\r\n\u001b[1;31mred é🎉\u001b[0m tail\nprog\rress\n\u001b]0;title\u0007x\u202e\n",
    );
    const whole = texts(source);
    fc.assert(
      fc.property(fc.array(fc.nat(source.length), { maxLength: 6 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), source.length];
        const chunks = at.slice(1).map((end, part) => source.subarray(at[part], end));
        expect(texts(...chunks)).toEqual(whole);
      }),
    );
  });

  it("carries a colour over lines until it is reset", () => {
    const rows = rowsOf("\u001b[31mone\ntwo\u001b[0m\nthree");
    expect(rows.map((row) => row.sgr)).toEqual(["", "31", ""]);
  });

  it("cuts 20 MiB of two-byte lines into ten million rows without keeping any", () => {
    const scan = startScan();
    const chunk = encode("y\n".repeat(32 * 1024));
    for (let part = 0; part < 320; part += 1) scanRows(scan, 0, chunk);
    expect(scan.rows).toBe(10_485_760);
  }, 20_000);

  it("goes on from any mark as if it had read everything before", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "a\n",
        "\n",
        "bb",
        "\r",
        "10%\r",
        "\u001b[31m",
        "\u001b[0m",
        "\u001b]0;t",
        "\u0007",
        "é",
      ),
      fc.string({ maxLength: 5 }),
      fc.constant("x".repeat(5_000)),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(0, 1), piece), { maxLength: 30 }),
        fc.nat(30),
        (parts, stop) => {
          const whole: ScannedRow[] = [];
          const resumed: ScannedRow[] = [];
          const scan = startScan();
          let state: string | null = null;
          for (const [at, [which, text]] of parts.entries()) {
            if (at === stop) state = JSON.stringify(markOf(scan, 0));
            scanRows(scan, which as 0 | 1, encode(text), { onRow: (row) => whole.push(row) });
          }
          if (state === null) return;
          const again = scanFrom(JSON.parse(state) as Parameters<typeof scanFrom>[0]);
          for (const [which, text] of parts.slice(stop))
            scanRows(again, which as 0 | 1, encode(text), { onRow: (row) => resumed.push(row) });
          const plain = (row: ScannedRow) => ({ ...row, bytes: [...row.bytes] });
          expect(resumed.map(plain)).toEqual(whole.slice(whole.length - resumed.length).map(plain));
          expect(openRows(again).map(plain)).toEqual(openRows(scan).map(plain));
        },
      ),
    );
  });
});

describe("spans of a row", () => {
  const spans = (text: string | Uint8Array, sgr = "") =>
    rowSpans(keepColours(decodeUtf8(typeof text === "string" ? encode(text) : text), sgr));

  it("colours what the command coloured and nothing else", () => {
    const [before, red, after] = spans("a\u001b[1;31mb\u001b[0mc");
    expect([before?.text, red?.text, after?.text]).toEqual(["a", "b", "c"]);
    expect(red?.bold).toBe(true);
    expect(red?.colour).toBeDefined();
    expect(after?.colour).toBeUndefined();
  });

  it("drops titles, links and cursor movement", () => {
    expect(
      spans("\u001b]8;;http://evil\u0007link\u001b]8;;\u0007\u001b[2J\u001b[3;4Hx\u001b(B")[0]?.text,
    ).toBe("linkx");
  });

  it("shows hidden and blinking text as ordinary text", () => {
    const [span] = spans("\u001b[8;5mseen");
    expect(span).toMatchObject({ text: "seen", dim: false });
    expect(span?.colour).toBeUndefined();
  });

  it("keeps invalid UTF-8, NUL and lone escapes as what can be shown as tokens", () => {
    expect(spans(new Uint8Array([0x61, 0xff, 0x00, 0xc3, 0x28]))[0]?.text).toBe("a\udcff\0\udcc3(");
    expect(spans("a\u001b")[0]?.text).toBe("a\udc1b");
  });

  it("starts in the colour that an earlier line left", () => {
    expect(spans("x", "32")[0]?.colour).toBeDefined();
  });
});
