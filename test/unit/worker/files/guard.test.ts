import { agentWorkspace } from "@gatehouse/core/path/facts";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFileGuard, type FileGuard, type Place } from "../../../../apps/worker/src/files/guard.ts";
import { readWhole } from "../../../../apps/worker/src/files/read-file.ts";

const seenRoot = agentWorkspace;
let root: string;
let home: string;
let guard: FileGuard;

const at = (relative: string): Place => ({
  seen: `${seenRoot}/${relative}`,
  host: path.join(home, relative),
});
const outside = (): string => path.join(root, "outside");

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse-guard-")));
  home = path.join(root, "home");
  mkdirSync(home);
  mkdirSync(outside());
  guard = createFileGuard([`${seenRoot}/secret`, `${seenRoot}/deep/kept.txt`]);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("denied paths", () => {
  const operations: [string, (place: Place) => unknown][] = [
    ["writeFile", (place) => guard.writeFile(place, Buffer.from("x"))],
    ["writeText", (place) => guard.writeText(place, "x")],
    ["writeJson", (place) => guard.writeJson(place, { x: 1 })],
    ["append", (place) => guard.append(place, Buffer.from("x"))],
    ["copy from", (place) => guard.copy(place, at("copy"))],
    ["copy to", (place) => guard.copy(at("source"), place)],
    ["move from", (place) => guard.move(place, at("moved"))],
    ["move to", (place) => guard.move(at("source"), place)],
    ["remove", (place) => guard.remove(place, () => undefined)],
  ];
  test.each(operations)("are refused by %s itself, whatever was decided before", (_name, run) => {
    writeFileSync(at("source").host, "source");
    mkdirSync(at("secret").host);
    writeFileSync(at("secret/a").host, "kept");
    for (const place of [
      at("secret"),
      at("secret/a"),
      { ...at("secret/a"), seen: `${seenRoot}/x/../secret//a` },
    ])
      expect(() => run(place)).toThrow(/denied by policy/);
    expect(readFileSync(at("secret/a").host, "utf8")).toBe("kept");
    expect(readFileSync(at("source").host, "utf8")).toBe("source");
  });
  test("go with no directory that holds them", () => {
    mkdirSync(at("deep").host);
    writeFileSync(at("deep/kept.txt").host, "kept");
    expect(() => guard.move(at("deep"), at("elsewhere"))).toThrow(/holds a path that is denied/);
    expect(() => guard.remove(at("deep"), () => undefined)).toThrow(/holds a path that is denied/);
  });
  test("are compared by segment: a longer name beside one is free", () => {
    guard.writeText(at("secretive"), "x");
    guard.writeText(at("secret.txt"), "x");
    expect(readdirSync(home).sort()).toEqual(["secret.txt", "secretive"]);
  });
});

describe("a write", () => {
  test("keeps the mode bits of what it replaces, and leaves nothing else behind", () => {
    writeFileSync(at("run.sh").host, "old");
    chmodSync(at("run.sh").host, 0o751);
    expect(guard.writeText(at("run.sh"), "new")).toMatchObject({ created: false, bytesBefore: 3 });
    expect(statSync(at("run.sh").host).mode & 0o7777).toBe(0o751);
    expect(readFileSync(at("run.sh").host, "utf8")).toBe("new");
    expect(readdirSync(home)).toEqual(["run.sh"]);
  });
  test("makes the directories that are missing", () => {
    expect(guard.writeText(at("a/b/c.txt"), "x")).toMatchObject({ created: true });
    expect(readFileSync(at("a/b/c.txt").host, "utf8")).toBe("x");
  });
  test("replaces a hard link's name and not the content its other name has", () => {
    writeFileSync(path.join(outside(), "shared"), "theirs");
    linkSync(path.join(outside(), "shared"), at("shared").host);
    guard.writeText(at("shared"), "mine");
    expect(readFileSync(path.join(outside(), "shared"), "utf8")).toBe("theirs");
  });
  test("never goes through a link, neither in its last place nor before", () => {
    symlinkSync(path.join(outside(), "target"), at("link").host);
    symlinkSync(outside(), at("dir").host);
    expect(() => guard.writeText(at("link"), "x")).toThrow(/link/);
    expect(() => guard.writeText(at("dir/file"), "x")).toThrow();
    expect(() => guard.append(at("link"), Buffer.from("x"))).toThrow();
    expect(readdirSync(outside())).toEqual([]);
  });
  test("refuses a directory, a FIFO and more than 10 MiB", () => {
    mkdirSync(at("directory").host);
    execFileSync("mkfifo", [at("fifo").host]);
    expect(() => guard.writeText(at("directory"), "x")).toThrow("Is a directory");
    expect(() => guard.writeText(at("fifo"), "x")).toThrow(/neither a file/);
    expect(() => guard.writeFile(at("big"), Buffer.alloc(10 * 1024 ** 2 + 1))).toThrow(/10 MiB/);
    expect(guard.writeFile(at("big"), Buffer.alloc(10 * 1024 ** 2)).created).toBe(true);
  });
  test("refuses a taken name where a new file was meant, and a file that changed since it was read", () => {
    writeFileSync(at("taken").host, "theirs");
    expect(() => guard.writeText(at("taken"), "x", { create: true })).toThrow("the name is taken");
    const before = readWhole(at("taken")).stats;
    writeFileSync(at("taken").host, "theirs, longer");
    if (before === null) throw new Error("it was read");
    expect(() => guard.writeText(at("taken"), "x", { unchangedSince: before })).toThrow(/changed meanwhile/);
    expect(readFileSync(at("taken").host, "utf8")).toBe("theirs, longer");
  });
  test("appends to what is there", () => {
    guard.append(at("log"), Buffer.from("a"));
    guard.append(at("log"), Buffer.from("b"));
    expect(readFileSync(at("log").host, "utf8")).toBe("ab");
    guard.writeJson(at("x.json"), { b: [1] });
    expect(JSON.parse(readFileSync(at("x.json").host, "utf8"))).toEqual({ b: [1] });
  });
});

describe("a move or a copy", () => {
  test("never replaces what has the name", () => {
    writeFileSync(at("a").host, "a");
    writeFileSync(at("b").host, "b");
    mkdirSync(at("empty").host);
    mkdirSync(at("other").host);
    for (const to of ["b", "empty"]) {
      expect(() => guard.move(at("a"), at(to))).toThrow();
      expect(() => guard.copy(at("a"), at(to))).toThrow();
    }
    expect(() => guard.move(at("other"), at("empty"))).toThrow();
    expect(readFileSync(at("b").host, "utf8")).toBe("b");
    expect(readFileSync(at("a").host, "utf8")).toBe("a");
    expect(readdirSync(home).sort()).toEqual(["a", "b", "empty", "other"]);
  });
  test("takes a link as itself", () => {
    writeFileSync(path.join(outside(), "target"), "theirs");
    symlinkSync(path.join(outside(), "target"), at("link").host);
    guard.move(at("link"), at("moved"));
    guard.copy(at("moved"), at("copied"));
    expect(lstatSync(at("moved").host).isSymbolicLink()).toBe(true);
    expect(lstatSync(at("copied").host).isSymbolicLink()).toBe(true);
    expect(existsSync(path.join(outside(), "target"))).toBe(true);
  });
  test("crosses devices, directories and modes included", () => {
    const other = mkdtempSync("/dev/shm/gatehouse-guard-");
    try {
      mkdirSync(at("tree/sub").host, { recursive: true });
      writeFileSync(at("tree/sub/file").host, "content");
      chmodSync(at("tree/sub/file").host, 0o640);
      symlinkSync("sub/file", at("tree/link").host);
      guard.move(at("tree"), { seen: "/data/tree", host: path.join(other, "tree") });
      expect(readFileSync(path.join(other, "tree/sub/file"), "utf8")).toBe("content");
      expect(statSync(path.join(other, "tree/sub/file")).mode & 0o777).toBe(0o640);
      expect(lstatSync(path.join(other, "tree/link")).isSymbolicLink()).toBe(true);
      expect(readdirSync(home)).toEqual([]);
      expect(readdirSync(other)).toEqual(["tree"]);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});

describe("a read", () => {
  test("waits for nothing: a FIFO is no file", () => {
    execFileSync("mkfifo", [at("fifo").host]);
    expect(() => readWhole(at("fifo"))).toThrow(/neither a file/);
  });
  test("follows no link and takes no more than 10 MiB", () => {
    symlinkSync("/etc/passwd", at("link").host);
    expect(() => readWhole(at("link"))).toThrow();
    writeFileSync(at("big").host, Buffer.alloc(10 * 1024 ** 2 + 1));
    expect(() => readWhole(at("big"))).toThrow(/larger than 10 MiB/);
  });
  test("outside home takes only what everybody may read", () => {
    writeFileSync(at("private").host, "x", { mode: 0o600 });
    expect(() => readWhole(at("private"), { othersMayRead: true })).toThrow("Permission denied");
    expect(readWhole(at("private")).bytes.toString()).toBe("x");
  });
});
