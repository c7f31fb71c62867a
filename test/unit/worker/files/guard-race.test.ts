import { agentWorkspace } from "@gatehouse/core/path/facts";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFileGuard, type Place } from "../../../../apps/worker/src/files/guard.ts";
import { readWhole } from "../../../../apps/worker/src/files/read-file.ts";
import { putAway } from "../../../../apps/worker/src/files/trash-bin.ts";

/** Swaps a directory and a link to elsewhere under one name, as fast as it can, until it is ended. */
const swapper = `
import os, sys
home, outside = sys.argv[1], sys.argv[2]
print("ready", flush=True)
count = 0
while True:
    count += 1
    try:
        os.rename(home + "/dir", home + "/aside")
        os.symlink(outside, home + "/dir")
        os.unlink(home + "/dir")
        os.rename(home + "/aside", home + "/dir")
        os.symlink(outside + "/victim", home + "/file.new")
        os.rename(home + "/file.new", home + "/file")
        os.unlink(home + "/file")
    except OSError:
        for name in ("aside", "file.new"):
            try: os.rename(home + "/" + name, home + "/" + name + str(count))
            except OSError: pass
        try: os.mkdir(home + "/dir")
        except OSError: pass
`;

let root: string;
let home: string;
let outside: string;
let racer: ChildProcess;

const at = (relative: string): Place => ({
  seen: `${agentWorkspace}/${relative}`,
  host: path.join(home, relative),
});

beforeEach(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse-race-")));
  home = path.join(root, "home");
  outside = path.join(root, "outside");
  mkdirSync(path.join(home, "dir"), { recursive: true });
  mkdirSync(outside);
  racer = spawn("python3", ["-c", swapper, home, outside], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => racer.stdout?.once("data", resolve));
});
afterEach(async () => {
  expect(racer.exitCode).toBeNull();
  const ended = new Promise((resolve) => racer.once("exit", resolve));
  racer.kill("SIGKILL");
  await ended;
  rmSync(root, { recursive: true, force: true });
});

/** Some succeed and some fail; what counts is where nothing went. */
function attempts(count: number, run: (index: number) => void): { done: number; failed: number } {
  const told = { done: 0, failed: 0 };
  for (let index = 0; index < count; index += 1) {
    try {
      run(index);
      told.done += 1;
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      told.failed += 1;
    }
  }
  return told;
}

describe("a directory or file that is swapped for a link meanwhile", () => {
  test("redirects none of 1,000 writes", () => {
    const guard = createFileGuard([]);
    const told = attempts(1_000, (index) => {
      guard.writeText(at(`dir/f${index % 7}`), "x");
      guard.writeText(at("file"), "x");
    });
    expect(told.failed).toBeGreaterThan(0);
    expect(readdirSync(outside)).toEqual([]);
  });
  test("redirects none of 1,000 appends, makes no directory elsewhere and moves nothing there", () => {
    const guard = createFileGuard([]);
    attempts(1_000, (index) => {
      guard.append(at(`dir/log${index % 3}`), Buffer.from("x"));
      guard.writeText(at(`dir/made${index}/f`), "x");
      guard.writeText(at(`m${index}`), "x");
      guard.move(at(`m${index}`), at(`dir/m${index}`));
    });
    expect(readdirSync(outside)).toEqual([]);
  });
  test("takes nothing from elsewhere into the trash and shows nothing of it", () => {
    const guard = createFileGuard([]);
    const trash = path.join(root, "trash");
    mkdirSync(trash);
    mkdirSync(path.join(outside, "theirs"));
    const bin = { directory: trash, owner: { orgId: "o", sessionId: "s", executionId: "e" } };
    attempts(1_000, () => guard.remove(at("dir/theirs"), (entry) => void putAway(entry, bin, "x")));
    attempts(1_000, () => {
      readWhole(at("dir/theirs/secret"));
      throw new Error("read");
    });
    expect(readdirSync(outside)).toEqual(["theirs"]);
    expect(readdirSync(trash)).toEqual([]);
  });
});
