import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrast, readable } from "../../../apps/web/src/features/output/ansi-colour.ts";
import { nextSgr } from "@gatehouse/core/output/sgr";

const channel = fc.integer({ min: 0, max: 255 });
const colour = fc.tuple(channel, channel, channel);

describe("readable", () => {
  it("gives every colour a contrast of at least 4.5 on every ground", () => {
    fc.assert(
      fc.property(colour, colour, (ink, ground) => {
        expect(contrast(readable(ink, ground), ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it("leaves a colour that can be read as it is", () => {
    expect(readable([0, 90, 160], [249, 250, 251])).toEqual([0, 90, 160]);
  });
});

describe("nextSgr", () => {
  it.each([
    ["", "1;31", "1;31"],
    ["1;31", "0", ""],
    ["1;31", "", ""],
    ["31", "1", "1;31"],
    ["1;31", "22;39", ""],
    ["", "38;5;0", "38;5;0"],
    ["31", "38;2;1;2;3;4", "4;38;2;1;2;3"],
    ["", "38:2::1:2:3", "38;2;1;2;3"],
    ["", "48:5:17", "48;5;17"],
    ["", "4:3", "4"],
    ["4", "4:0", ""],
    ["31", "8;5;25", "31"],
    ["31", "38;5", "31"],
    ["31", "38;5;999", "31"],
    ["", "999", ""],
  ])("from %j by %j to %j", (state, params, next) => {
    expect(nextSgr(state, params)).toBe(next);
  });
});
