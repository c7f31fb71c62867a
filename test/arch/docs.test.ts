import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const pages = readdirSync(root).filter((file) => file.endsWith(".md"));

/** Back-ticked words that look like a path of the tree. */
const pathLike = /`((?:apps|packages|prisma|jsons|test|bin)\/[\w./[\]()@*-]+)`/g;

describe("documentation", () => {
  it.each(["README.md", "ARCHITECTURE.md", "SECURITY.md", "CONTRIBUTING.md"])("has %s", (page) => {
    expect(pages).toContain(page);
  });

  it("names no path that is not there", () => {
    const missing = pages.flatMap((page) =>
      [...readFileSync(path.join(root, page), "utf8").matchAll(pathLike)]
        .map((match) => match[1] ?? "")
        .filter((file) => !file.includes("*") && !existsSync(path.join(root, file)))
        .map((file) => `${page}: ${file}`),
    );
    expect(missing).toEqual([]);
  });

  it("names no script that package.json does not have", () => {
    const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const missing = pages.flatMap((page) =>
      [...readFileSync(path.join(root, page), "utf8").matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)]
        .map((match) => match[1] ?? "")
        .filter((script) => !(script in manifest.scripts)),
    );
    expect(missing).toEqual([]);
  });
});
