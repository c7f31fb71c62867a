import { describe, expect, it } from "vitest";
import { createMasker } from "../../../../apps/worker/src/output/mask.ts";

const secrets = [
  { name: "A_TOKEN", value: "aabaac" },
  { name: "B_KEY", value: "aab" },
];

function through(pieces: readonly string[]): string {
  const masker = createMasker(secrets);
  const shown = pieces.map((piece) => masker.push("stdout", Buffer.from(piece)).toString());
  return `${shown.join("")}${masker.end("stdout").toString()}`;
}

describe("a printed secret", () => {
  it("is masked wherever output is cut in pieces, and all other bytes come through in their order", () => {
    const text = "x aabaac y aab aabaa z aaabaac\n";
    const whole = through([text]);
    expect(whole).toBe("x [secret A_TOKEN] y [secret B_KEY] [secret B_KEY]aa z a[secret A_TOKEN]\n");
    for (let a = 0; a <= text.length; a += 1) {
      const shown = through([text.slice(0, a), text.slice(a)]);
      expect([a, shown]).toEqual([a, whole]);
    }
    expect(through([...text])).toBe(whole);
    expect(through(["aab"])).toBe("[secret B_KEY]");
  });

  it("is masked in each stream by itself, and costs nothing where there is none", () => {
    const masker = createMasker(secrets);
    expect(masker.push("stdout", Buffer.from("aaba")).toString()).toBe("");
    expect(masker.push("stderr", Buffer.from("ac")).toString()).toBe("ac");
    const bytes = Buffer.from([0, 255, 1]);
    expect(createMasker([]).push("stdout", bytes)).toBe(bytes);
  });
});
