/**
 * The shape of a command: its program and subcommand, the options it carries and how far its paths reach. A grant keeps
 * the shape of the call it was made from, and a later call is measured with this same function, so that a grant made
 * from a call always covers that call. Proof: test/unit/core/grant/shape.test.ts.
 */
import { classify, pathTexts } from "../path/classify.ts";
import type { Facts } from "../path/facts.ts";
import { shapeProblem } from "../policy/shape.ts";
import { own } from "../shell/own.ts";
import { tables } from "../policy/defaults.ts";
import { isCommandCall, type ToolCall } from "../tool-call/tool-call.ts";
import { unsafeProgram } from "./unsafe-programs.ts";

export type Reach = "workspace" | "home";
export type Shape = {
  /** program and, where it has some, its subcommand */
  words: readonly string[];
  /** each option once, sorted; a long one without its value */
  options: readonly string[];
  reach: Reach;
};

/** Tools whose first words name what they do, with how many of them do. */
const subcommands: Readonly<Record<string, 1 | 2>> = {
  git: 1,
  npm: 2,
  pnpm: 2,
  yarn: 2,
  cargo: 1,
  go: 1,
  pip: 1,
  pip3: 1,
  mvn: 1,
  gradle: 1,
  make: 1,
  gem: 1,
  composer: 1,
  mix: 1,
  apt: 1,
  "apt-get": 1,
  apk: 1,
};

/** git's subcommands and options that run a program or rewrite settings that do. */
const gitRuns = new Set(
  "config difftool mergetool filter-branch bisect submodule send-email daemon instaweb gui web--browse hook".split(
    " ",
  ),
);
const gitProgramOptions =
  "--exec --open-files-in-pager --upload-pack --receive-pack --ext-diff --textconv --extcmd --tool --gpg-sign --editor --strategy --template --config --separate-git-dir --git-dir --work-tree".split(
    " ",
  );

/** npm's words after which a package, not a script of the workspace, is run. */
const packageRunners = new Set(["exec", "x", "dlx", "create", "init", "explore", "config", "set", "publish"]);

/** Null where no standing grant may be made from the call, or may cover it. */
export function shapeOf(call: ToolCall, facts: Facts): Shape | null {
  if (!isCommandCall(call)) return null;
  const { argv, network, sandbox, write_paths: paths } = call.input;
  if (network === true || sandbox === false || (paths?.length ?? 0) > 0) return null;
  if (shapeProblem(argv) !== null) return null;
  const [program = "", ...rest] = argv;
  if (!/^[A-Za-z0-9][A-Za-z0-9_.+-]*$/.test(program) || program === "rm" || program === "cd") return null;
  const count = own(subcommands, program) ?? 0;
  const named = rest.slice(0, count).findIndex((word) => !/^[a-z][a-z0-9:_-]*$/i.test(word));
  const deep = named < 0 ? Math.min(count, rest.length) : named;
  if (count > 0 && deep === 0) return null;
  const words = [program, ...rest.slice(0, deep)];
  if (unsafeProgram(program, words[1]) !== null) return null;
  if (packageRunners.has(words[1] ?? "") && count === 2) return null;
  const tail = rest.slice(deep);
  const options = optionsOf(tail);
  if (program === "git" && (gitRuns.has(words[1] ?? "") || options.some(gitRunsProgram))) return null;
  if (options.length > 0 && own(tables.programOption, program) !== undefined) return null;
  const reach = reachOf(tail, facts);
  return reach === null ? null : { words, options, reach };
}

/** Is a call of this shape covered by a grant of that one. */
export function withinShape(shape: Shape, granted: Shape): boolean {
  return (
    shape.words.length === granted.words.length &&
    shape.words.every((word, at) => word === granted.words[at]) &&
    shape.options.every((option) => granted.options.includes(option)) &&
    (granted.reach === "home" || shape.reach === "workspace")
  );
}

function gitRunsProgram(option: string): boolean {
  if (option.startsWith("--")) return gitProgramOptions.some((name) => name.startsWith(option));
  return /^-[A-Za-z]*[cxOuS]/.test(option);
}

/** A short option stands as it is written, its letters and what is joined to it: `-n5` is not `-n6`. */
function optionsOf(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const word of words) {
    if (word === "--") break;
    if (/^[-+]./.test(word)) found.add(word.startsWith("--") ? (word.split("=", 1)[0] ?? word) : word);
  }
  return [...found].sort();
}

/** How far the paths of the words reach; null where one leaves home. */
function reachOf(words: readonly string[], facts: Facts): Reach | null {
  let reach: Reach = "workspace";
  for (const word of words) {
    for (const text of pathTexts(word)) {
      const { inHome, inWorkspace } = classify(text, facts);
      if (!inHome && !inWorkspace) return null;
      if (!inWorkspace) reach = "home";
    }
  }
  return reach;
}

/** A stored shape; null where the text is none of ours. */
export function readShape(text: string | null): Shape | null {
  if (text === null) return null;
  const value = JSON.parse(text) as Partial<Shape> | null;
  const list = (part: unknown): part is string[] =>
    Array.isArray(part) && part.every((item) => typeof item === "string");
  if (value === null || !list(value.words) || value.words.length === 0 || !list(value.options)) return null;
  if (value.reach !== "workspace" && value.reach !== "home") return null;
  return { words: value.words, options: value.options, reach: value.reach };
}
