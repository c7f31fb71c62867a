import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patchText } from "../../../../apps/worker/src/tools/patch-text.ts";

const change = (old_string: string, new_string: string, replace_all = false) => ({
  old_string,
  new_string,
  replace_all,
});

describe("a patch", () => {
  test("replaces an anchor that stands exactly once, taking both strings as they are", () => {
    expect(patchText("a $1 b", [change("$1", "$&$`\\n")])).toBe("a $&$`\\n b");
    expect(patchText("x\r\ny\r\n", [change("x\r\n", "")])).toBe("y\r\n");
  });
  test("names the lines of an anchor that is not unique, overlapping ones counted once", () => {
    expect(() => patchText("a\nb\na\n", [change("a", "c")])).toThrow(/lines 1, 3/);
    expect(patchText("aaaa", [change("aa", "b", true)])).toBe("bb");
  });
  test("applies targets in order, each to what the one before left", () => {
    expect(patchText("one", [change("one", "two"), change("two", "three")])).toBe("three");
    expect(() => patchText("one", [change("one", "two"), change("one", "three")])).toThrow(/target 2/);
  });
  test("inserts before a row, also past the last line, also where no newline ends it", () => {
    const row = (at: number, insert_string: string) => ({ row: at, insert_string });
    expect(patchText("a\nb\n", [row(1, "x")])).toBe("x\na\nb\n");
    expect(patchText("a\nb\n", [row(3, "x\n")])).toBe("a\nb\nx\n");
    expect(patchText("a\nb", [row(3, "x")])).toBe("a\nb\nx");
    expect(patchText("", [row(1, "x")])).toBe("x\n");
    expect(() => patchText("a\n", [row(4, "x")])).toThrow(/past the end/);
  });
  test("of everything by itself changes nothing, whatever the text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, part) => {
        const whole = `${text}${part}`;
        expect(patchText(whole, [change(part, part, true)])).toBe(whole);
        expect(patchText(whole, [change(part, "", true)])).toBe(whole.split(part).join(""));
      }),
    );
  });
});
