import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

function keysOf(file: string): string[] {
  const schema = /z\s*\.object\(\{([\s\S]*?)\n\s*\}\)/.exec(read(file))?.[1] ?? "";
  return [...schema.matchAll(/^ {2,4}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1] ?? "");
}

const example = read(".env.example");
const documented = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? "");

describe(".env.example", () => {
  it.each(["apps/web/src/env.ts", "apps/worker/src/env.ts"])("names every setting of %s", (file) => {
    const keys = keysOf(file);
    expect(keys.length).toBeGreaterThan(3);
    expect(documented).toEqual(expect.arrayContaining(keys));
  });

  it("says something about each setting and gives none a value", () => {
    const lines = example.split("\n");
    for (const [index, line] of lines.entries()) {
      if (!/^[A-Z]/.test(line)) continue;
      expect(line).toMatch(/^[A-Z0-9_]+=$/);
      const above = lines.slice(0, index).findLast((earlier) => !/^[A-Z]/.test(earlier));
      expect(above).toMatch(/^# /);
    }
  });
});
