import { covers } from "@gatehouse/core/grant/cover";
import type { Grant } from "@gatehouse/core/grant/grant";
import { ladderOf } from "@gatehouse/core/grant/ladder";
import { readShape, shapeOf, withinShape } from "@gatehouse/core/grant/shape";
import { asId } from "@gatehouse/core/ids";
import { lexicalFacts as facts } from "@gatehouse/core/path/facts";
import type { Ask } from "@gatehouse/core/policy/decision";
import type { CommandCall } from "@gatehouse/core/tool-call/tool-call";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const call = (...argv: string[]): CommandCall => ({ tool: "run_command", input: { argv } });
const clickOf = (of: CommandCall, ask: Ask = { kind: "call" }) =>
  ({ ask, strength: "confirm", callDigest: JSON.stringify(of), call: of, facts }) as const;
const id = asId<Grant["id"]>("0");

function shaped(of: CommandCall): Grant {
  const shape = shapeOf(of, facts);
  if (shape === null) throw new Error(`no shape: ${of.input.argv.join(" ")}`);
  return { id, kind: "shape", shape, expiresAtMs: null };
}

const word = fc.oneof(
  fc.constantFrom(
    "-m",
    "--amend",
    "-v",
    "--",
    "--format=%h",
    "src/a.ts",
    "../keep",
    "~/x",
    "a b",
    "",
    "-n5",
    ".",
  ),
  fc.string({ maxLength: 12 }),
);
const argv = fc
  .tuple(
    fc.constantFrom("git", "npm", "cargo", "pytest", "mkdir", "touch", "tsc", "cp", "make"),
    fc.constantFrom("commit", "run", "test", "build", "-x", "lint"),
    fc.array(word, { maxLength: 6 }),
  )
  .map(([program, next, rest]) => [program, next, ...rest]);

describe("a grant of a shape", () => {
  test("covers the call that it was made from, through its stored text too", () => {
    fc.assert(
      fc.property(argv, (words) => {
        const made = call(...words);
        const shape = shapeOf(made, facts);
        if (shape === null) return;
        const stored = readShape(JSON.stringify(shape));
        expect(stored).toEqual(shape);
        if (stored === null) return;
        expect(covers({ id, kind: "shape", shape: stored, expiresAtMs: null }, clickOf(made), 0)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test("never covers another program, another subcommand, an option it does not have, or a wider reach", () => {
    fc.assert(
      fc.property(argv, argv, (one, other) => {
        const [granted, wanted] = [shapeOf(call(...one), facts), shapeOf(call(...other), facts)];
        if (granted === null || wanted === null || !withinShape(wanted, granted)) return;
        expect(wanted.words).toEqual(granted.words);
        for (const option of wanted.options) expect(granted.options).toContain(option);
        if (granted.reach === "workspace") expect(wanted.reach).toBe("workspace");
      }),
      { numRuns: 400 },
    );
  });

  test("covers the same work on other files of the workspace, and with fewer options", () => {
    const grant = shaped(call("git", "commit", "-v", "-m", "first", "src/a.ts"));
    expect(covers(grant, clickOf(call("git", "commit", "-m", "second", "src/b.ts")), 0)).toBe(true);
    expect(covers(grant, clickOf(call("git", "commit", "--amend")), 0)).toBe(false);
    expect(covers(grant, clickOf(call("git", "push")), 0)).toBe(false);
    expect(covers(grant, clickOf(call("git", "commit", "/srv/x")), 0)).toBe(false);
    expect(covers(grant, clickOf(call("git", "commit", "../../keep")), 0)).toBe(false);
  });

  test("answers one click alone: no password, no network, no path, nothing outside the sandbox, and not after its end", () => {
    const made = call("touch", "a");
    const grant = shaped(made);
    expect(covers(grant, { ...clickOf(made), strength: "password" }, 0)).toBe(false);
    for (const ask of [
      { kind: "network" },
      { kind: "read_path", path: "/etc/shadow" },
      { kind: "unsandboxed" },
      { kind: "sudo", binary: "touch" },
    ] as const)
      expect(covers(grant, clickOf(made, ask), 0)).toBe(false);
    const wide = [{ network: true }, { sandbox: false }, { write_paths: ["/srv"] }];
    for (const more of wide) {
      const wider: CommandCall = { tool: "run_command", input: { argv: ["touch", "a"], ...more } };
      expect(covers(grant, clickOf(wider), 0)).toBe(false);
    }
    expect(covers({ ...grant, expiresAtMs: 5 }, clickOf(made), 5)).toBe(false);
  });
});

describe("the ladder", () => {
  const rungs = (of: CommandCall, asks: Ask[] = [{ kind: "call" }], scriptPrograms: string[] | null = null) =>
    ladderOf({ call: of, digest: "d", asks, facts, scriptPrograms });

  test.each([
    ["bash", "-c", "echo $X"],
    ["sh", "build.sh"],
    ["python3", "x.py"],
    ["python3.12", "-c", "print(1)"],
    ["node", "x.js"],
    ["curl", "https://example.org"],
    ["ssh", "host", "ls"],
    ["env", "A=1", "touch", "x"],
    ["xargs", "touch"],
    ["timeout", "5", "make"],
    ["awk", "{print}"],
    ["sed", "s/a/b/e", "x"],
    ["sudo", "ls"],
    ["npx", "cowsay"],
    ["find", ".", "-delete"],
  ])("has no step for %s %s", (...argv) => {
    expect(rungs(call(...argv)).filter(({ scope }) => scope.kind !== "path")).toEqual([]);
  });

  test.each([
    ["git", "config", "core.pager", "x"],
    ["git", "bisect", "run", "x"],
    ["git", "rebase", "--exec", "x"],
    ["git", "rebase", "--exe=x"],
    ["git", "grep", "-Ovi", "x"],
    ["git", "-c", "alias.x=!sh", "x"],
    ["npm", "exec", "cowsay"],
    ["tar", "-cf", "x.tar", "src"],
    ["cp", "a", "/srv/b"],
  ])("has no step of a shape for %s %s %s", (...argv) => {
    expect(rungs(call(...argv)).map(({ id: name }) => name)).not.toContain("shape");
  });

  test("offers the exact call and its shape for what builds, tests and writes in the workspace", () => {
    for (const argv of [
      ["npm", "run", "build"],
      ["cargo", "test"],
      ["git", "commit", "-m", "x"],
      ["make", "all"],
      ["pytest", "-q"],
    ]) {
      const names = rungs(call(...argv)).map(({ id: name }) => name);
      expect(names).toContain("shape");
    }
  });

  test("offers the exact script only where all of it is static and none of its programs is unsafe", () => {
    const script = call("bash", "-c", "mkdir a && touch a/b");
    expect(rungs(script, [{ kind: "call" }], ["mkdir", "touch"]).map(({ id: name }) => name)).toEqual([
      "exact",
    ]);
    expect(rungs(script, [{ kind: "call" }], ["mkdir", "curl"])).toEqual([]);
    expect(rungs(script, [{ kind: "call" }], null)).toEqual([]);
  });

  test("offers a path, what is below it, and a project directory, never one that holds the system or all homes", () => {
    const names = (path: string, kind: "read_path" | "write_path" = "read_path") =>
      rungs(call("cat", path), [{ kind, path }]).map(({ id: name }) => name);
    expect(names("/srv/app/data.csv")).toEqual([
      "path:read:/srv/app/data.csv",
      "tree:read:/srv/app/data.csv",
      "tree:read:/srv/app",
    ]);
    expect(names("/srv/app/out", "write_path")).toContain("trust:/srv/app");
    for (const path of ["/etc/ssl/key", "/home/other/x", "/srv/x", "/var/log/x", "/home/agent/.ssh/id"])
      expect(names(path)).toHaveLength(2);
  });

  test("is empty for a call that asks to leave the sandbox or to become root", () => {
    expect(rungs(call("touch", "x"), [{ kind: "call" }, { kind: "unsandboxed" }])).toEqual([]);
    expect(rungs(call("sudo", "touch", "x"), [{ kind: "sudo", binary: "touch" }])).toEqual([]);
  });
});
