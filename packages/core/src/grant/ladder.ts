/**
 * What a yes may leave standing, from the narrowest to the widest. A step that would be unsafe is not there at all: no
 * standing grant for a shell, an interpreter, a wrapper, a program of the network, or a script that text cannot show.
 * Proof: test/unit/core/grant/ladder.test.ts.
 */
import type { Facts } from "../path/facts.ts";
import { dirname, isWithin, normalise } from "../path/lexical.ts";
import type { Ask } from "../policy/decision.ts";
import { shownArgv } from "../tool-call/shown-argv.ts";
import { isCommandCall, type ToolCall } from "../tool-call/tool-call.ts";
import { shapeOf } from "./shape.ts";
import { unsafeProgram } from "./unsafe-programs.ts";
import { type GrantScope, grantWords } from "./words.ts";

export type Rung = {
  /** stable for a call, so that an answer can name it */
  id: string;
  title: string;
  scope: GrantScope;
  words: string;
  /** minutes that a person may choose from */
  expiries: readonly number[];
};

export type LadderInput = {
  call: ToolCall;
  digest: string;
  asks: readonly Ask[];
  facts: Facts;
  /** of a call that is a script: every program in it, where all of it is static; null where it is not */
  scriptPrograms: readonly string[] | null;
};

const short = [15, 60, 480];
const day = [15, 60, 480, 1440];

export function ladderOf(input: LadderInput): Rung[] {
  const { asks } = input;
  if (asks.some(({ kind }) => kind === "sudo" || kind === "unsandboxed")) return [];
  return [...callRungs(input), ...asks.flatMap((ask) => pathRungs(ask, input.facts))].filter(
    (rung, at, all) => all.findIndex(({ id }) => id === rung.id) === at,
  );
}

function callRungs(input: LadderInput): Rung[] {
  const { call, digest, asks, facts } = input;
  const rungs: Rung[] = [];
  if (!asks.some((ask) => isOfCall(ask, facts))) return rungs;
  if (exactIsSafe(input)) {
    const scope = { kind: "exact", digest, argv: shownArgv(call) } as const;
    rungs.push(rung("exact", "This exact call", { scope, expiries: short }));
  }
  const shape = asks.some(({ kind }) => kind === "call") ? shapeOf(call, facts) : null;
  if (shape !== null) {
    rungs.push(rung("shape", "Calls of this shape", { scope: { kind: "shape", shape }, expiries: day }));
  }
  return rungs;
}

/** What a click answers; the password for what leaves for the trash outside home is asked for each time. */
function isOfCall(ask: Ask, { home, workspace, roots = [] }: Facts): boolean {
  if (ask.kind === "trash")
    return [home, workspace, ...roots].some((root) => isWithin(ask.path, normalise(root)));
  return ask.kind === "call" || ask.kind === "network";
}

/** The same letters mean the same only where they do not name code that may change, and talk to nobody. */
function exactIsSafe({ call, scriptPrograms }: LadderInput): boolean {
  if (!isCommandCall(call)) return call.tool === "edit_file";
  const { argv, sandbox } = call.input;
  if (sandbox === false) return false;
  const programs = scriptPrograms ?? [argv[0] ?? ""];
  return programs.length > 0 && programs.every((name) => unsafeProgram(name, argv[1]) === null);
}

function pathRungs(ask: Ask, facts: Facts): Rung[] {
  if (ask.kind !== "read_path" && ask.kind !== "write_path") return [];
  const access = ask.kind === "write_path" ? "write" : "read";
  const { path } = ask;
  const one = { kind: "path", path, access, recursive: false } as const;
  const below = { ...one, recursive: true };
  const rungs = [
    rung(`path:${access}:${path}`, access === "write" ? "Write this path" : "Read this path", {
      scope: one,
      expiries: day,
    }),
    rung(`tree:${access}:${path}`, "And what is below it", { scope: below, expiries: day }),
  ];
  const parent = dirname(path);
  if (!trustable(parent, facts)) return rungs;
  const around = { kind: "path", path: parent, recursive: true } as const;
  rungs.push(
    access === "write"
      ? rung(`trust:${parent}`, "Trust this directory", {
          scope: { ...around, access: "write" },
          expiries: day,
        })
      : rung(`tree:read:${parent}`, "Read its directory", {
          scope: { ...around, access: "read" },
          expiries: day,
        }),
  );
  return rungs;
}

/** Directories that a project may be; never one that holds the system, all homes, or every project at once. */
function trustable(directory: string, facts: Facts): boolean {
  const depth = directory.split("/").filter((part) => part !== "").length;
  const system = [
    "/etc",
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib64",
    "/boot",
    "/dev",
    "/proc",
    "/sys",
    "/run",
    "/root",
  ];
  if (depth < 2 || system.some((root) => isWithin(directory, root))) return false;
  if (/^\/(?:home|var)\/[^/]+$/.test(directory)) return false;
  const home = normalise(facts.home);
  return !isWithin(directory, home) && !isWithin(home, directory);
}

function rung(id: string, title: string, of: { scope: GrantScope; expiries: readonly number[] }): Rung {
  return { id, title, words: grantWords(of.scope), ...of };
}
