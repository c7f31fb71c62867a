import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKeywordWatch, mostOfOne } from "../../../../apps/worker/src/output/keyword-watch.ts";

/** Feeds one stream cut at these places; gives the offsets of the hits. */
function offsets(text: string, words: string[], cuts: number[]): [string, number][] {
  const watch = createKeywordWatch(words);
  const bytes = Buffer.from(text);
  const at = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  return at
    .slice(1)
    .flatMap((end, part) => {
      const from = at[part] ?? 0;
      return watch.find(0, bytes.subarray(from, end), from);
    })
    .map(({ keyword, offset }): [string, number] => [keyword, offset])
    .sort((a, b) => a[1] - b[1] || a[0].localeCompare(b[0]));
}

describe("keywords in an output", () => {
  it("are found at the same places however the bytes are cut into chunks", () => {
    const text = "aaaa ERROR xERRORERROR é done\nERR\nOR é";
    const words = ["ERROR", "aa", "é", "done\u0020"];
    const whole = offsets(text, words, []);
    expect(whole.filter(([word]) => word === "ERROR").map(([, offset]) => offset)).toEqual([5, 12, 17]);
    expect(whole.filter(([word]) => word === "aa").map(([, offset]) => offset)).toEqual([0, 2]);
    const size = Buffer.from(text).length;
    fc.assert(
      fc.property(fc.array(fc.nat(size), { maxLength: 12 }), (cuts) => {
        expect(offsets(text, words, cuts)).toEqual(whole);
      }),
    );
  });

  it("are told by their place in the merged stream where the other stream wrote in between", () => {
    const watch = createKeywordWatch(["word"]);
    expect(watch.find(0, Buffer.from("ab wo"), 0)).toEqual([]);
    expect(watch.find(1, Buffer.from("rd"), 5)).toEqual([]);
    expect(watch.find(0, Buffer.from("rd!"), 7)[0]).toMatchObject({ offset: 3, start: -2 });
  });

  it("are case-sensitive, and each is found a bounded number of times", () => {
    expect(offsets("error Error", ["Error"], [])).toEqual([["Error", 6]]);
    expect(offsets("x\n".repeat(mostOfOne * 3), ["x"], [100])).toHaveLength(mostOfOne);
  });

  it("show the line around a hit without colours and control characters", () => {
    const watch = createKeywordWatch(["hit"]);
    const [found] = watch.find(0, Buffer.from("before\n\u001b[31mred\u001b[0m a hit\u0007 here\nafter"), 0);
    expect(found?.excerpt).toBe("red a hit  here");
  });
});
