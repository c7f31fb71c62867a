import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentWorkspace } from "@gatehouse/core/path/facts";
import { realPath } from "@gatehouse/core/path/resolve";
import { resolveFacts } from "../../../../apps/worker/src/execution/resolve-facts.ts";

let root: string;
let view: { workspace: string; keep: string };

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "gatehouse-facts-"));
  view = { workspace: path.join(root, "work"), keep: path.join(root, "keep") };
  for (const directory of [view.workspace, view.keep, path.join(view.workspace, ".ssh")])
    mkdirSync(directory);
  writeFileSync(path.join(view.workspace, ".ssh/id"), "secret");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** l0 leads to the secret over `count` links, each with as much in its text as a link may hold. */
function chain(count: number, filler: string): void {
  const padding = filler.repeat(Math.floor(4_000 / filler.length));
  for (let at = 0; at < count; at += 1) {
    const next = at === count - 1 ? ".ssh/id" : `l${at + 1}`;
    symlinkSync(padding + next, path.join(view.workspace, `l${at}`));
  }
}

describe("links that the system follows", () => {
  for (const [filler, count] of [
    ["./", 2],
    ["./", 5],
    ["./", 40],
    ["/".repeat(2), 1],
    [".ssh/../", 3],
    [".ssh/../", 40],
  ] as const) {
    it(`${count} of them full of ${filler} are followed to where they lead`, () => {
      if (filler.startsWith("/"))
        symlinkSync(`.${filler.repeat(1_900)}.ssh/id`, path.join(view.workspace, "l0"));
      else chain(count, filler);
      expect(readFileSync(path.join(view.workspace, "l0"), "utf8")).toBe("secret");
      const facts = resolveFacts(["l0"], view);
      expect(realPath("l0", facts)).toBe(`${agentWorkspace}/.ssh/id`);
    });
  }

  it("that take a host too long are not decided on half of the facts", () => {
    chain(40, ".ssh/../");
    const paths = Array.from(
      { length: 4_000 },
      (_, at) => `${"./".repeat(at % 50)}l0${"/.".repeat(at % 80)}`,
    );
    const begun = performance.now();
    expect(() => resolveFacts(paths, view)).toThrow(/too many links/);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it("more than it follows are an error there too, and a circle ends", () => {
    chain(41, "./");
    expect(() => readFileSync(path.join(view.workspace, "l0"))).toThrow(/ELOOP/);
    symlinkSync("round", path.join(view.workspace, "round"));
    expect(resolveFacts(["l0", "round"], view).kind).toBe("resolved");
  });
});
