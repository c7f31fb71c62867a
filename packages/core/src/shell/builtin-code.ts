import { unfoldAlias } from "./alias.ts";
import type { Word } from "./ast.ts";
import { scanOptions } from "./options.ts";
import { joined } from "./joined.ts";
import { own } from "./own.ts";
import { unfoldComplete, unfoldCompgen, unfoldMapfile } from "./callback.ts";
import { unfoldSet, unfoldShopt } from "./rereading.ts";
import { programAsScript, streamFile } from "./shell-argv.ts";
import { mayBeOption, type Sink } from "./sink.ts";

/** Builtins that run code given to them. Returns false when the name is none of them. */
export function unfoldBuiltin(words: readonly Word[], sink: Sink): boolean {
  const reader = own(readers, words[0]?.value);
  if (reader === undefined) return false;
  reader(words, sink);
  return true;
}

/** Is it a builtin that runs code given to it. */
export function runsCode(name: string | null | undefined): boolean {
  return own(readers, name) !== undefined;
}

type Reader = (words: readonly Word[], sink: Sink) => void;

const readers: Readonly<Record<string, Reader>> = {
  eval: (words, sink) => joined(words.slice(words[1]?.value === "--" ? 2 : 1), sink),
  trap: unfoldTrap,
  source: unfoldSource,
  ".": unfoldSource,
  exec: unfoldExec,
  command: unfoldCommand,
  builtin: (words, sink) => sink.argv(words.slice(words[1]?.value === "--" ? 2 : 1)),
  jobs: unfoldJobs,
  mapfile: unfoldMapfile,
  readarray: unfoldMapfile,
  complete: unfoldComplete,
  compgen: unfoldCompgen,
  bind: unfoldBind,
  enable: (words, sink) => {
    if (hasOption(words, "f"))
      sink.issue(
        "code_in_data",
        words[0] ?? null,
        "enable -f loads code into the shell",
        "run a program instead",
      );
  },
  hash: (words, sink) => {
    if (
      hasOption(words, "p") ||
      (words.length > 2 && words[1] !== undefined && mayBeOption(words[1], sink.scope.frame))
    )
      sink.issue(
        "shadowing",
        words[0] ?? null,
        "hash -p gives a name another program",
        "call the program by its own name",
      );
  },
  fc: (words, sink) => {
    if (!hasOption(words, "l") || hasOption(words, "s"))
      sink.issue(
        "code_in_data",
        words[0] ?? null,
        "fc runs commands from the history",
        "write the command itself",
      );
  },
  alias: unfoldAlias,
  set: unfoldSet,
  shopt: unfoldShopt,
};

function hasOption(words: readonly Word[], letter: string): boolean {
  return words
    .slice(1)
    .some(
      (word) =>
        (word.value === null && mayStartWithDash(word)) ||
        (word.value?.startsWith("-") === true && word.value.includes(letter)),
    );
}

function mayStartWithDash(word: Word): boolean {
  return word.outline.startsWith("-");
}

/** `-x` may stand in any of the option words, and the command follows the last of them. */
function unfoldJobs(words: readonly Word[], sink: Sink): void {
  let at = 1;
  let runs = false;
  for (; at < words.length; at += 1) {
    const text = words[at]?.value ?? null;
    if (text === "--") {
      at += 1;
      break;
    }
    runs ||= text === null || /^-.*x/.test(text);
    if (text === null || !/^-./.test(text)) break;
  }
  if (runs) sink.argv(words.slice(at));
}

function unfoldTrap(words: readonly Word[], sink: Sink): void {
  let at = 1;
  if (words[at]?.value === "--") at += 1;
  else if (/^-[lp]/.test(words[at]?.value ?? "")) return;
  const action = words[at];
  if (action === undefined || words.length === at + 1) return;
  if (action.value === "" || action.value === "-" || /^[0-9]+$/.test(action.value ?? "x")) return;
  joined([action], sink);
}

function unfoldSource(words: readonly Word[], sink: Sink): void {
  const at = words[1]?.value === "--" ? 2 : 1;
  const word = words[at];
  if (word === undefined) return;
  if (word.value === null && word.dynamic !== "process" && !namesFile(word)) {
    sink.issue(
      "code_in_data",
      word,
      "the file that would be read as code is not plain from the script",
      "name the file: source lib.sh",
    );
    return;
  }
  programAsScript(word, sink);
  streamFile(word, sink);
}

/** A file whose own name is plain, whatever its directory: no stream is called so. */
function namesFile(word: Word): boolean {
  const base = word.outline.slice(word.outline.lastIndexOf("/") + 1);
  if (word.many && word.dynamic !== "variable" && word.dynamic !== "substitution") return false;
  return (
    !base.includes("\u0001") &&
    /^[\w.-]*[A-Za-z_][\w.-]*$/.test(base) &&
    !/^(?:stdin|fd|null|tty|console)$/.test(base)
  );
}

function unfoldExec(words: readonly Word[], sink: Sink): void {
  const scan = scanOptions(words, 1, { value: ["-a"], flag: ["-c", "-l"] });
  if (scan.unclear !== null) {
    sink.issue(
      "dynamic_command",
      scan.unclear,
      "the program that would run is not plain from the script",
      "name the program",
    );
    return;
  }
  const inner = words.slice(scan.rest);
  sink.argv(inner);
  const name = scan.options.find((option) => option.name === "-a")?.value;
  if (name !== undefined && name !== null) asMulticall(inner, name, sink);
}

/** A multi-call program obeys the name it is called by. */
export function asMulticall(inner: readonly Word[], name: Word, sink: Sink): void {
  const program = inner[0]?.value?.replace(/^.*\//, "") ?? "";
  if (own(sink.tables.wrapper, program)?.special !== "multicall") return;
  const base = name.value === null ? name : { ...name, value: name.value.replace(/^.*\/|^-/, "") };
  sink.argv([base, ...inner.slice(1)], { multicall: true });
}

function unfoldCommand(words: readonly Word[], sink: Sink): void {
  let at = 1;
  for (; at < words.length; at += 1) {
    const text = words[at]?.value;
    if (text === undefined || text === null || !text.startsWith("-") || text === "-") break;
    if (text === "--") {
      at += 1;
      break;
    }
    if (/[vV]/.test(text)) return;
  }
  sink.argv(words.slice(at));
}

function unfoldBind(words: readonly Word[], sink: Sink): void {
  const at = words.findIndex((word) => word.value === null || /^-\w*x/.test(word.value));
  if (at < 0) return;
  const value = words[at]?.value;
  const text =
    value === null || value === undefined || value.length > 2 ? null : (words[at + 1]?.value ?? null);
  joined(
    [
      {
        ...(words[at + 1] ?? words[at] ?? sinkWord),
        value:
          text === null
            ? null
            : text
                .slice(text.indexOf(":") + 1)
                .trim()
                .replace(/^"|"$/g, ""),
      },
    ],
    sink,
  );
}

const sinkWord: Word = {
  start: 0,
  end: 0,
  text: "",
  value: null,
  dynamic: null,
  many: false,
  outline: "",
  variables: [],
};
