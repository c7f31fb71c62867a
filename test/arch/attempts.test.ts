import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const integration = path.resolve(import.meta.dirname, "../integration");
const list = readFileSync(path.join(integration, "abuse/attempts.md"), "utf8");
const rows = [...list.matchAll(/^\| (\d+) \| (.+?) \| `(.+?)` \| (.+) \|$/gm)].map(
  ([, number, tried = "", file = "", title = ""]) => ({ number: Number(number), tried, file, title }),
);

describe("the list of attempts", () => {
  it("counts them without a gap, and none twice", () => {
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, at) => at + 1));
    expect(new Set(rows.map(({ tried }) => tried)).size).toBe(rows.length);
    expect(list.split("\n").filter((line) => /^\| \d/.test(line))).toHaveLength(rows.length);
  });

  it("names for each a test that is there", () => {
    const missing = rows.filter(
      ({ file, title }) => !readFileSync(path.join(integration, file), "utf8").includes(title),
    );
    expect(missing).toEqual([]);
  });
});
