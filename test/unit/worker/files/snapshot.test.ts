import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { differences, takeSnapshot } from "../../../../apps/worker/src/files/snapshot.ts";
import { createWorkspaceWatch } from "../../../../apps/worker/src/files/workspace-watch.ts";

let home: string;
const at = (name: string): string => path.join(home, name);

beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse-snapshot-")));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function snapshot() {
  const taken = await takeSnapshot(home);
  if (!taken.ok) throw new Error(taken.why);
  return taken.snapshot;
}
const paths = (found: ReturnType<typeof differences>): string[] =>
  found.map(
    ({ path: name, before, after }) => `${before === null ? "+" : after === null ? "-" : "~"}${name}`,
  );

describe("two looks at a workspace", () => {
  test("tell what came, changed and went, also where time and size were kept", async () => {
    mkdirSync(at("d/e"), { recursive: true });
    for (const name of ["a", "d/b", "d/e/c", "same"]) writeFileSync(at(name), "1234");
    const before = await snapshot();
    const { atime, mtime } = statSync(at("d/b"));
    writeFileSync(at("d/b"), "4321");
    utimesSync(at("d/b"), atime, mtime);
    unlinkSync(at("a"));
    symlinkSync("nowhere", at("link"));
    writeFileSync(at("d/e/new"), "");
    expect(paths(differences(before, await snapshot()))).toEqual(["-a", "~d/b", "+d/e/new", "+link"]);
  });
  test("follow no link, neither to a directory nor in a circle", async () => {
    mkdirSync(at("d"));
    symlinkSync("/etc", at("etc"));
    symlinkSync("..", at("d/up"));
    expect([...(await snapshot()).files.keys()].sort()).toEqual(["d/up", "etc"]);
  });
  test("give up with a reason over the budget, and name what they leave out", async () => {
    mkdirSync(at("sub/node_modules"), { recursive: true });
    writeFileSync(at("sub/node_modules/x"), "");
    expect((await snapshot()).leftOut).toEqual(["node_modules"]);
    for (let index = 0; index < 300; index += 1) writeFileSync(at(`f${index}`), "");
    expect(await takeSnapshot(home, { entries: 200, ms: 1_000 })).toEqual({
      ok: false,
      why: "more than 200 files",
    });
  });
});

describe("a watch", () => {
  test("uses one look for two executions, and a fresh one after a file tool or beside another execution", async () => {
    const watch = createWorkspaceWatch();
    const first = await watch.begin(home);
    writeFileSync(at("a"), "1");
    const after = await watch.end(home, first);
    const second = await watch.begin(home);
    expect(second.ok && after.ok && second.snapshot === after.snapshot).toBe(true);
    const beside = await watch.begin(home);
    expect(beside.ok && after.ok && beside.snapshot === after.snapshot).toBe(false);
    await watch.end(home, beside);
    await watch.end(home, second);
    writeFileSync(at("b"), "by a file tool");
    watch.edited(home, "b", "digest");
    const third = await watch.begin(home);
    expect(third.ok && third.snapshot.files.get("b")?.digest).toBe("digest");
  });
});
