import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const skipped = new Set(["node_modules", ".next", "generated", "dist"]);

function filesBelow(directory: string): string[] {
  return readdirSync(path.join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const file = `${directory}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

const sources = ["apps", "packages"].flatMap(filesBelow).filter((file) => /\.tsx?$/.test(file));

/** Exported names that use another word for a concept of the glossary in CONTRIBUTING.md. */
const otherWords =
  /export (?:async )?(?:function|const|type|interface|class) (\w*(?:Tenant|Chatbot|Jail|Container(?!Query)|Recycle|Principal|Caller|Allowlist|Whitelist|Blacklist|Denylist)\w*)/g;

describe("vocabulary", () => {
  it("names nothing by a word that the glossary replaces", () => {
    const found = sources.flatMap((file) =>
      [...readFileSync(path.join(root, file), "utf8").matchAll(otherWords)].map(
        (match) => `${file}: ${match[1]}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it("writes every file name in kebab case", () => {
    const odd = sources.filter((file) => {
      const name = path.basename(file).replace(/(\.config)?\.(tsx?|d\.ts)$/, "");
      return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && !file.startsWith("apps/web/src/app/");
    });
    expect(odd).toEqual([]);
  });

  it("keeps every source file within 300 lines and half of them within 110", () => {
    const lengths = sources.map((file) => readFileSync(path.join(root, file), "utf8").split("\n").length - 1);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(300);
    const sorted = lengths.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(110);
  });

  it("speaks of the product only: no tickets, no unfinished marks", () => {
    const found = sources.filter((file) =>
      /\b(TODO|FIXME|XXX)\b|\bissue #?\d/.test(readFileSync(path.join(root, file), "utf8")),
    );
    expect(found).toEqual([]);
  });
});
