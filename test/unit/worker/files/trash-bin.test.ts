import { agentWorkspace } from "@gatehouse/core/path/facts";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileGuard } from "../../../../apps/worker/src/files/guard.ts";
import {
  emptyItem,
  putAway,
  storedThing,
  type Trashed,
} from "../../../../apps/worker/src/files/trash-bin.ts";

let scratch: string;
let bin: string;
let work: string;
const owner = { orgId: "o", sessionId: "s", executionId: "e" };

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), "gatehouse-trash-"));
  bin = path.join(scratch, "trash");
  work = path.join(scratch, "work");
  for (const directory of [bin, work]) mkdirSync(directory);
});
afterEach(() => {
  spawnSync("rm", ["-rf", scratch]);
});

function away(name: string): Trashed {
  const moved: Trashed[] = [];
  createFileGuard([]).remove({ seen: `${agentWorkspace}/${name}`, host: path.join(work, name) }, (entry) => {
    moved.push(putAway(entry, { directory: bin, owner }, `${agentWorkspace}/${name}`));
  });
  const [only] = moved;
  if (only === undefined) throw new Error("nothing was moved");
  return only;
}

/** Deeper than any path can name, as a program does it that changes directory on its way. */
function deepTree(name: string): void {
  const done = spawnSync("python3", [
    "-c",
    `import os,sys
os.chdir(sys.argv[1]); os.mkdir(sys.argv[2]); os.chdir(sys.argv[2])
for n in range(60):
    os.mkdir("d"*120); os.chdir("d"*120)
open("leaf","w").write("x")`,
    work,
    name,
  ]);
  expect(done.status).toBe(0);
}

describe("a tree that is deeper than a path can name", () => {
  it("is moved, is told as moved, is found again, and is emptied", () => {
    deepTree("deep");
    const moved = away("deep");
    expect(moved).toMatchObject({ kind: "directory" });
    expect(existsSync(path.join(work, "deep"))).toBe(false);
    expect(storedThing(bin, moved.storedName)).toMatchObject({ origin: { kind: "directory" } });
    emptyItem(bin, moved.storedName);
    expect(readdirSync(bin)).toEqual([]);
  });
});

describe("directories without any right for their owner", () => {
  it("are emptied by an account that is not root", () => {
    const storedName = "a".repeat(32);
    const inner = path.join(bin, storedName, "item/closed/inner");
    mkdirSync(inner, { recursive: true });
    const below = [scratch, bin, path.join(bin, storedName), path.join(bin, storedName, "item")];
    const closed = [path.dirname(inner), inner];
    const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    if ("uid" in account) for (const place of [...below, ...closed]) chownSync(place, 65_534, 65_534);
    for (const place of closed.reverse()) chmodSync(place, 0);
    const module = path.resolve(import.meta.dirname, "../../../../apps/worker/src/files/trash-bin.ts");
    const program = `import(${JSON.stringify(module)}).then((m) => m.emptyItem(process.argv[1], process.argv[2]))`;
    const done = spawnSync(process.execPath, ["--import", "tsx", "-e", program, bin, storedName], {
      ...account,
      env: { PATH: process.env.PATH, HOME: scratch, TMPDIR: scratch },
      encoding: "utf8",
    });
    expect(done.stderr).toBe("");
    expect(existsSync(path.join(bin, storedName))).toBe(false);
  });
});
