import { agentWorkspace } from "@gatehouse/core/path/facts";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FoundQuery } from "@gatehouse/core/contracts/files";
import { defaultPolicy } from "@gatehouse/core/policy/defaults";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FindQuery } from "../../../../apps/worker/src/files/find.ts";
import { threadFile } from "../../../../apps/worker/src/files/thread-file.ts";
import { createThreadPool, type ThreadPool } from "../../../../apps/worker/src/files/thread-pool.ts";

const seenRoot = agentWorkspace;
const never = new AbortController().signal;
let root: string;
let home: string;
let threads: ThreadPool;

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse-find-")));
  home = path.join(root, "home");
  for (const directory of ["src/deep", "dist", ".ssh", "node_modules/x", "closed", "ignored", "nested/kept"])
    mkdirSync(path.join(home, directory), { recursive: true });
  mkdirSync(path.join(root, "outside"));
  const files: Record<string, string> = {
    "a.ts": "export const needle = 1;\n",
    "src/b.ts": "one\nNeedle two\n",
    "src/deep/c.ts": "needle\r\n",
    "src/deep/c.md": "needle",
    "dist/out.js": "needle",
    ".ssh/config": "needle",
    ".env": "needle=1",
    "node_modules/x/i.js": "needle",
    "closed/x": "needle",
    "ignored/x": "needle",
    "nested/.gitignore": "*.log\n!keep.log\n",
    "nested/a.log": "needle",
    "nested/keep.log": "needle",
    "bin.dat": "needle\0needle",
    ".gitignore": "/ignored/\n*.tmp\n",
    "x.tmp": "needle",
    "../outside/secret": "needle",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(home, name), text);
  symlinkSync(path.join(root, "outside"), path.join(home, "door"));
  symlinkSync(path.join(root, "outside/secret"), path.join(home, "peek"));
  execFileSync("mkfifo", [path.join(home, "pipe")]);
  const run = path.join(root, "run");
  mkdirSync(run);
  threads = createThreadPool(threadFile(run), { findMs: 4_000 });
});
afterAll(async () => {
  await threads.close();
  rmSync(root, { recursive: true, force: true });
});

function query(of: Partial<FindQuery>, below = ""): FindQuery {
  const sensitive = defaultPolicy.sensitive_path;
  return {
    mode: "list",
    dir: below === "" ? "." : below,
    seen: path.join(seenRoot, below),
    host: path.join(home, below),
    root: { seen: seenRoot, host: home },
    pattern: null,
    filePattern: null,
    recursive: false,
    exclude: defaultPolicy.exclude_list,
    denied: [`${seenRoot}/closed`],
    sensitive,
    granted: [],
    onlyForOthers: false,
    ...of,
  };
}

const namesOf = (found: FoundQuery): string[] => {
  if (!("entries" in found)) throw new Error(JSON.stringify(found));
  return found.entries.map((entry) => entry.name);
};
const find = (of: Partial<FindQuery>, below = ""): Promise<FoundQuery> =>
  threads.find(query(of, below), never);

describe("a listing", () => {
  test("hides what lists and ignore files name, counts it, and says nothing of denied paths but that they are", async () => {
    const found = await find({});
    expect(namesOf(found)).toEqual(
      [".env", ".gitignore", ".ssh", "a.ts", "bin.dat", "door", "nested", "peek", "pipe", "src"].sort(),
    );
    expect(found).toMatchObject({ hidden: 4, withheld: 1, more: false });
    if (!("entries" in found)) throw new Error("it was listed");
    const entry = (name: string) => found.entries.find((one) => one.name === name);
    expect(entry(".env")).toMatchObject({ sensitive: true, kind: "file" });
    expect(entry("door")).toMatchObject({ kind: "link", target: path.join(root, "outside") });
    expect(entry("pipe")).toMatchObject({ kind: "other" });
  });
  test("of a hidden directory shows it, when it was asked for by name", async () => {
    expect(namesOf(await find({}, "dist"))).toEqual(["out.js"]);
    expect(namesOf(await find({}, "ignored"))).toEqual(["x"]);
  });
  test("honours the nearest ignore file last", async () => {
    expect(namesOf(await find({}, "nested"))).toEqual([".gitignore", "keep.log", "kept"]);
  });
  test("goes into no link, no sensitive and no denied directory", async () => {
    const names = namesOf(await find({ recursive: true }));
    expect(names).toContain("src/deep/c.ts");
    for (const name of ["door/secret", ".ssh/config", "closed/x", "node_modules/x/i.js"])
      expect(names).not.toContain(name);
  });
});

describe("a pattern", () => {
  test("matches below the directory, at any depth where it says so", async () => {
    expect(namesOf(await find({ mode: "glob", pattern: "src/**/*.ts" }))).toEqual([
      "src/b.ts",
      "src/deep/c.ts",
    ]);
    expect(namesOf(await find({ mode: "glob", pattern: "*.ts" }))).toEqual(["a.ts"]);
    expect(namesOf(await find({ mode: "glob", pattern: "*.{ts,md}", recursive: true }))).toEqual([
      "a.ts",
      "src/b.ts",
      "src/deep/c.md",
      "src/deep/c.ts",
    ]);
  });
  test.each(["../../../etc/*.conf", "src/../../outside/*", "/etc/*", "a/..", ".."])(
    "cannot leave it: %s",
    async (pattern) => {
      await expect(find({ mode: "glob", pattern })).rejects.toThrow(/stays below/);
      await expect(find({ mode: "search", pattern: "x", filePattern: pattern })).rejects.toThrow(
        /stays below/,
      );
    },
  );
  test.each(["{..,src}/*", "@(..)/*", "[.][.]/*", "*/../*.conf"])(
    "finds nothing outside either: %s",
    async (pattern) => {
      const found = await find({ mode: "glob", pattern }).catch(() => null);
      for (const name of found === null ? [] : namesOf(found))
        expect(name.startsWith("src/") || !name.includes("/")).toBe(true);
    },
  );
});

describe("a search", () => {
  const linesOf = (found: FoundQuery): string[] => {
    if (!("matches" in found)) throw new Error(JSON.stringify(found));
    return found.matches.map((match) => `${match.path}:${match.line}:${match.text}`);
  };
  test("gives lines, reads no binary, no sensitive, no denied and no linked file", async () => {
    const found = await find({ mode: "search", pattern: "needle", recursive: true });
    expect(linesOf(found)).toEqual([
      "a.ts:1:export const needle = 1;",
      "nested/keep.log:1:needle",
      "src/deep/c.md:1:needle",
      "src/deep/c.ts:1:needle",
    ]);
    expect(found).toMatchObject({ withheld: 3 });
  });
  test("takes a file pattern, and looks without case where it is asked to", async () => {
    expect(
      linesOf(await find({ mode: "search", pattern: "(?i)^needle", filePattern: "*.ts", recursive: true })),
    ).toEqual(["src/b.ts:2:Needle two", "src/deep/c.ts:1:needle"]);
  });
  test("reads a sensitive file that was granted", async () => {
    const granted = [`${seenRoot}/.env`];
    expect(linesOf(await find({ mode: "search", pattern: "needle=", recursive: true, granted }))).toEqual([
      ".env:1:needle=1",
    ]);
  });
  test("says what is wrong with an expression", async () => {
    await expect(find({ mode: "search", pattern: "(" })).rejects.toThrow(/no regular expression/);
  });
  test("that would never end is ended, and the next one is not held up", async () => {
    const lines = `${"a".repeat(60)}!\n`;
    writeFileSync(path.join(home, "src/long.txt"), lines);
    const startedAt = performance.now();
    const slow = find({ mode: "search", pattern: "^(a+)+$", recursive: true });
    const quick = await find({}, "src");
    expect(performance.now() - startedAt).toBeLessThan(3_500);
    expect(namesOf(quick)).toContain("b.ts");
    await expect(slow).rejects.toThrow(/took too long/);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    rmSync(path.join(home, "src/long.txt"));
    expect(namesOf(await find({}, "src"))).toEqual(["b.ts", "deep"]);
  });
  test("by an ignore file that would never end is ended as well", async () => {
    mkdirSync(path.join(home, "trap"));
    writeFileSync(path.join(home, "trap/.gitignore"), `${"*a".repeat(60)}b\n`);
    writeFileSync(path.join(home, `trap/${"a".repeat(250)}`), "x");
    const found = await find({}, "trap").catch((cause: unknown) => String(cause));
    expect(typeof found === "string" ? found : "").toMatch(/took too long|^$/);
    rmSync(path.join(home, "trap"), { recursive: true });
    expect(namesOf(await find({}, "src"))).toEqual(["b.ts", "deep"]);
  }, 15_000);
  test("is given up when nobody waits for it any more", async () => {
    const gone = new AbortController();
    writeFileSync(path.join(home, "src/long.txt"), `${"a".repeat(60)}!\n`);
    const slow = threads.find(query({ mode: "search", pattern: "^(a+)+$", recursive: true }), gone.signal);
    setTimeout(() => gone.abort(), 200);
    await expect(slow).rejects.toThrow(/cancelled/);
    rmSync(path.join(home, "src/long.txt"));
  });
});
