import { describe, expect, it } from "vitest";
import { groupArgs } from "../../../apps/web/src/features/explain/group-args.ts";
import { markPlaces } from "../../../apps/web/src/features/argv/mark-places.ts";
import { safeNext } from "../../../apps/web/src/features/entry/safe-next.ts";
import { upsertCall } from "../../../apps/web/src/features/session/upsert-call.ts";
import { formatBytes, formatCount } from "../../../apps/web/src/ui/format-bytes.ts";
import { formatDuration } from "../../../apps/web/src/ui/format-duration.ts";

describe("safeNext", () => {
  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/a\nb",
    undefined,
  ])("sends %j to the start", (next) => expect(safeNext(next)).toBe("/"));

  it("keeps a path of this site with its filters", () => {
    expect(safeNext("/acme/audit?verdict=deny")).toBe("/acme/audit?verdict=deny");
  });
});

describe("markPlaces", () => {
  it("cuts a text at its marks and joins what overlaps", () => {
    const marks = [
      { start: 4, end: 8 },
      { start: 6, end: 10 },
    ];
    expect(markPlaces("one two three", marks)).toEqual([
      { text: "one ", marked: false },
      { text: "two ", marked: true },
      { text: "th", marked: true },
      { text: "ree", marked: false },
    ]);
  });

  it("stays inside the text, and marks at least one character", () => {
    expect(markPlaces("ab", [{ start: 1, end: 1 }])).toEqual([
      { text: "a", marked: false },
      { text: "b", marked: true },
    ]);
    expect(markPlaces("ab", [{ start: 7, end: 9 }])).toEqual([{ text: "ab", marked: false }]);
  });
});

describe("upsertCall", () => {
  const data = {
    pages: [
      { items: [{ id: "c", at: 1 }] },
      {
        items: [
          { id: "a", at: 1 },
          { id: "b", at: 1 },
        ],
      },
    ],
  };

  it("replaces a known call in its place", () => {
    expect(upsertCall(data, { id: "b", at: 2 }).pages[1]?.items).toEqual([
      { id: "a", at: 1 },
      { id: "b", at: 2 },
    ]);
  });

  it("puts a new call at the end of the newest page", () => {
    expect(upsertCall(data, { id: "d", at: 2 }).pages[0]?.items.map((item) => item.id)).toEqual(["c", "d"]);
  });
});

describe("groupArgs", () => {
  it("puts each option on a line with its values", () => {
    expect(groupArgs(["bwrap", "--ro-bind", "/usr", "/usr", "--unshare-all"])).toEqual([
      ["bwrap"],
      ["--ro-bind", "/usr", "/usr"],
      ["--unshare-all"],
    ]);
  });
});

describe("figures in words", () => {
  it("rounds bytes to what a person reads", () => {
    expect([0, 1023, 1024, 20_971_520, 22_108_102].map(formatBytes)).toEqual([
      "0 B",
      "1023 B",
      "1 KiB",
      "20 MiB",
      "21.1 MiB",
    ]);
  });

  it("counts with the right word", () => {
    expect([formatCount(1, "row"), formatCount(2900000, "row")]).toEqual(["1 row", "2,900,000 rows"]);
  });

  it("never shows a negative duration", () => {
    expect([-5, 0.2, 71, 3049, 61_000, 7_800_000].map(formatDuration)).toEqual([
      "0 s",
      "1 ms",
      "71 ms",
      "3.0 s",
      "1 min 1 s",
      "2 h 10 min",
    ]);
  });
});
