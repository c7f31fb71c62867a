import { describe, expect, it } from "vitest";
import { line } from "../../../apps/web/src/server/input.ts";

const taken = (name: string): boolean => line(80).safeParse(name).success;

describe("a name or a title", () => {
  it.each([
    "Ada",
    "Zoë O'Neill-Łukasz",
    "محمد علي",
    "שרה כהן",
    "山田 太郎",
    "👩‍💻 build box",
    "می‌خواهم",
    "a — b",
  ])("is taken: %s", (name) => {
    expect(taken(name)).toBe(true);
  });

  it.each([
    ["turns what stands after it", "Ada\u202enimdA"],
    ["isolates what stands after it", "Ada\u2067nimdA"],
    ["holds a second line", "Ada\nApproved by: Bo"],
    ["holds a line separator", "Ada\u2028Bo"],
    ["differs from another by nothing seen", "A\u200bda"],
    ["is of nothing seen", "\u3164"],
    ["is of joiners", "\u200d\u200d"],
    ["holds an escape sequence", "Ada\u001b[31m"],
  ])("is refused where it %s", (_why, name) => {
    expect(taken(name)).toBe(false);
  });
});
