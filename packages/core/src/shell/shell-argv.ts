import type { Word } from "./ast.ts";
import { withoutSystemDirectory } from "./command-value.ts";
import { changesReading, refuseRereading } from "./rereading.ts";
import { mayBeOption, type Sink } from "./sink.ts";
import { appendedWords } from "./unfolded.ts";

/**
 * A shell's argv: finds the script the way the shell does. Options may follow `-c`, clusters may hold `o` or `O`,
 * whose value is the next word, `--` or `-` ends them, and the word after the script is `$0`.
 */
export function unfoldShell(words: readonly Word[], sink: Sink): void {
  const name = unversioned(words[0]?.value ?? "");
  const dialect = sink.tables.shell.bash.includes(name) ? "bash" : "sh";
  const foreign = sink.tables.shell.foreign.includes(name);
  const found = findScript(words);
  if (found.kind === "unclear") {
    sink.issue(
      "nested_shell_not_static",
      found.word,
      "what this shell is told to run is not plain from the text",
      staticHint,
    );
    return;
  }
  if (found.startFile !== null) streamFile(found.startFile, sink);
  if (found.kind === "information") return;
  if (foreign) {
    unfoldForeign(words, found.kind, sink);
    return;
  }
  if (found.rereads !== null && (found.kind !== "stdin" || sink.scope.stdin.kind !== "null"))
    refuseRereading(found.rereads, sink);
  if (found.kind === "missing") {
    sink.issue(
      "invalid_input",
      words[0] ?? null,
      `${name} is given -c without a script`,
      `write ["${name}", "-c", "<script>"]`,
    );
    return;
  }
  if (found.kind === "script") {
    sink.script({
      text: found.word.value,
      dialect,
      word: found.word,
      argIndex: found.index,
      arguments: words.slice(found.index + 1),
    });
    return;
  }
  if (found.kind === "file") file(found.word, sink);
  else standardInput(dialect, words, sink);
}

/** `bash-5.2`, `zsh5.9`: a shell under the name of one of its versions. */
export function unversioned(name: string): string {
  return name.replace(/^(r?bash|dash|ash|r?zsh|ksh|mksh|yash|fish|tcsh)-?\d[\d.]{0,9}$/, "$1");
}

const staticHint =
  'write the script as one quoted literal and pass values as its arguments: bash -c \'… "$1"\' _ "$value"';

type Found = Options &
  (
    | { kind: "script"; word: Word; index: number }
    | { kind: "file"; word: Word }
    | { kind: "stdin" }
    | { kind: "missing" }
    | { kind: "information" }
    | { kind: "unclear"; word: Word }
  );

type Options = {
  startFile: Word | null;
  /** the option that makes the shell read assignments or history references anywhere in a line */
  rereads: Word | null;
};

function findScript(words: readonly Word[]): Found {
  let command = false;
  let stdin = false;
  let interactive = false;
  let startFile: Word | null = null;
  let rereads: Word | null = null;
  let at = 1;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = word.value;
    if (text === null) {
      const first = word.outline.charAt(0);
      if (word.many || first === "-" || first === "+") return { kind: "unclear", word, startFile, rereads };
      break;
    }
    if (text === "--" || text === "-") {
      at += 1;
      break;
    }
    if (text.startsWith("--")) {
      if (text === "--version" || text === "--help") return { kind: "information", startFile, rereads };
      if (text === "--rcfile" || text === "--init-file") {
        startFile = words[at + 1] ?? null;
        at += 1;
      }
      continue;
    }
    // a lone plus is a group of no options
    if (!/^[-+]/.test(text)) break;
    if (text.startsWith("-") && text.includes("c")) command = true;
    if (text.startsWith("+") && text.includes("c")) command = true;
    if (text.startsWith("-") && text.includes("s")) stdin = true;
    if (text.startsWith("-") && text.includes("i")) interactive = true;
    if (/^-[a-zA-Z]*[kH]/.test(text)) rereads = word;
    for (const letter of text.slice(1)) {
      if (letter !== "o" && letter !== "O") continue;
      at += 1;
      const value = words[at];
      if (value?.value === null && value.many) return { kind: "unclear", word: value, startFile, rereads };
      if (changesReading(text.charAt(0) + letter, words[at]?.value)) rereads = word;
    }
  }
  const operand = words[at];
  if (command)
    return operand === undefined || operand === appendedWords
      ? operand === undefined
        ? { kind: "missing", startFile, rereads }
        : { kind: "unclear", word: operand, startFile, rereads }
      : { kind: "script", word: operand, index: at, startFile, rereads };
  if (operand === undefined || stdin)
    return { kind: "stdin", startFile, rereads: interactive ? (words[0] ?? null) : rereads };
  return { kind: "file", word: operand, startFile, rereads: null };
}

/** Spellings with which another shell is given program text. */
const foreignText = /^-[a-z]*[cC]|^--?(?:init-)?command(?:=|$)|^-enc|^-e$/i;

function unfoldForeign(words: readonly Word[], kind: Found["kind"], sink: Sink): void {
  const word = words[0] ?? null;
  const name = word?.value ?? "";
  const given = words.some(({ value }) => value !== null && foreignText.test(value));
  if (kind === "file" && !given) return;
  if (kind === "stdin" && !given && sink.scope.stdin.kind === "null") return;
  sink.issue(
    "dialect",
    word,
    `a script for ${name} cannot be checked`,
    'write it for bash: ["bash", "-c", "<script>"]',
  );
}

/** A script file is code nobody checked: the sandbox holds it. A stream is program text in disguise. */
function file(word: Word, sink: Sink): void {
  if (
    word.value === null &&
    (word.many || (mayBeOption(word, sink.scope.frame, "-+") && !word.outline.includes("/")))
  ) {
    sink.issue(
      "nested_shell_not_static",
      word,
      "what this shell is told to run is not plain from the text",
      staticHint,
    );
    return;
  }
  programAsScript(word, sink);
  streamFile(word, sink);
}

/** A shell looks for a script in PATH as well, where a denied program that is a script stands too. */
export function programAsScript(word: Word, sink: Sink): void {
  const value = word.value === null ? null : withoutSystemDirectory(word.value);
  if (value !== null && !value.includes("/")) sink.suspect({ ...word, value });
}

/** What an open descriptor is called: below /dev and /proc, or as seen from a directory there. */
const descriptor =
  /^\/(?:dev|proc)(?:\/|$)|(?:^|\/)(?:fd\/[^/]+|std(?:in|out|err))$|^(?:\.\/)*[\d\u0001]*\d[\d\u0001]*$/;

export function isStream(word: Word): boolean {
  return (
    word.dynamic === "process" ||
    /<\(|>\(/.test(word.text) ||
    descriptor.test(word.outline.replace(/\/\.?(?=\/)/g, ""))
  );
}

/** Does the script itself make the file a pipe, or another name of a stream. */
function madeStream({ outline }: Word, { scope }: Sink): boolean {
  const name = outline.slice(outline.lastIndexOf("/") + 1);
  return (
    scope.frame?.script.commands.some(
      ({ words }) =>
        words.some(({ value }) => streamMakers.has(value ?? "")) &&
        (words.some(({ value }) => value === "mkfifo" || value === "mknod") || words.some(isStream)) &&
        words.some((word) => word.outline.slice(word.outline.lastIndexOf("/") + 1) === name),
    ) === true
  );
}

const streamMakers = new Set(["mkfifo", "mknod", "ln"]);

export function streamFile(word: Word, sink: Sink): void {
  const stream = isStream(word) || madeStream(word, sink);
  if (!stream || (sink.scope.stdin.kind === "null" && sink.scope.frame === null)) return;
  sink.issue(
    "shell_reads_stream",
    word,
    "a shell would read its program from a stream",
    "put the commands in the script itself, or in a file: bash script.sh",
  );
}

/** A shell that reads its program from standard input, with the words it was given. */
export function standardInput(dialect: "bash" | "sh", given: readonly Word[], sink: Sink): void {
  const { stdin } = sink.scope;
  const word = given[0] ?? null;
  if (stdin.kind === "null") return;
  if (stdin.kind === "file") {
    if (stdin.target.value?.includes("/") === true) programAsScript(stdin.target, sink);
    if (stdin.target.value === null || isStream(stdin.target) || madeStream(stdin.target, sink)) {
      if (stdin.target.value === "/dev/null") return;
      streamIssue(word, sink);
    }
    return;
  }
  if (stdin.kind === "text" && stdin.text !== null)
    sink.script(
      { text: stdin.text, dialect, word, arguments: given.slice(1) },
      { stdin: { kind: "unknown" } },
    );
  else streamIssue(word, sink);
}

function streamIssue(word: Word | null, sink: Sink): void {
  sink.issue(
    "shell_reads_stream",
    word,
    "a shell would read its program from a pipe or a redirect",
    "put the commands in the script itself, or in a file: bash script.sh",
  );
}
