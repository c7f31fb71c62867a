import type { Word } from "./ast.ts";
import { asMulticall } from "./builtin-code.ts";
import { commandText, sshOption } from "./command-value.ts";
import { unfoldFd, unfoldFind } from "./find.ts";
import { unfoldIp } from "./ip.ts";
import { unfoldMulticall } from "./multicall.ts";
import { type OptionScan, scanOptions } from "./options.ts";
import { own } from "./own.ts";
import { unfoldParallel } from "./parallel.ts";
import { restAfter, unfoldAfterPairs } from "./rest-after.ts";
import { standardInput } from "./shell-argv.ts";
import { mayBeOption, optionness, type Scope, type Sink } from "./sink.ts";
import { splitWords } from "./split-words.ts";
import { startsShell } from "./starts-shell.ts";
import type { Wrapper } from "./tables.ts";
import { argvWord } from "./unfolded.ts";
import { packageProgram, takeAssignments, trailing } from "./wrapper-words.ts";
import { unfoldXargs } from "./xargs.ts";

/** Unfolds a program that runs another one, by its entry in the table of wrappers. */
export function unfoldWrapper(wrapper: Wrapper, words: readonly Word[], sink: Sink): void {
  switch (wrapper.special) {
    case "xargs":
      unfoldXargs(words, sink);
      return;
    case "ip":
      unfoldIp(words, sink);
      return;
    case "find":
      unfoldFind(words, sink);
      return;
    case "fd":
      unfoldFd(words, sink);
      return;
    case "parallel":
      unfoldParallel(words, sink);
      return;
    case "multicall":
      unfoldMulticall(words, sink);
      return;
    case "bwrap":
      unfoldAfterPairs(words, sink);
      return;
    case "stdin_script":
      if (sink.scope.stdin.kind === "text" && sink.scope.stdin.text !== null)
        sink.script({ text: sink.scope.stdin.text, dialect: "sh", word: words[0] ?? null });
      else if (sink.scope.stdin.kind !== "null")
        sink.issue("shell_reads_stream", words[0] ?? null, "commands would be read from a stream");
      return;
    default:
      unfoldPlain(wrapper, words, sink, 1);
  }
}

function unfoldPlain(wrapper: Wrapper, words: readonly Word[], given: Sink, from: number): void {
  // Of what runs elsewhere only the names that the text shows are judged.
  const sink = wrapper.elsewhere === true ? { ...given, issue: () => undefined } : given;
  if (wrapper.shell_after !== undefined) {
    const at = words.findIndex((word) => word.value === wrapper.shell_after);
    if (at > 0) sink.argv([argvWord("bash"), ...words.slice(at + 1)]);
    return;
  }
  if (wrapper.rest_after !== undefined) {
    restAfter(wrapper.rest_after, words, sink, from);
    return;
  }
  if (wrapper.subcommands !== undefined && wrapper.value === undefined) {
    unfoldSubcommand(wrapper.subcommands, words, sink, from);
    return;
  }
  const scan = scanOptions(words, from, wrapper);
  runOptionValues(wrapper, scan, sink);
  for (const word of scan.doubts) sink.suspect(word);
  if (
    scan.options.some(
      ({ name }) => wrapper.none?.includes(name) === true || name === "--help" || name === "--version",
    )
  )
    return;
  if (scan.unclear !== null) {
    const at = words.indexOf(scan.unclear);
    if (wrapper.elsewhere === true) for (const word of words.slice(at + 1, at + 3)) sink.suspect(word);
    if (wrapper.run !== "none")
      sink.issue(
        "wrapper_not_static",
        scan.unclear,
        "an expansion stands where options of this program may stand",
        "quote it, or write the words out",
      );
    return;
  }
  const dashes = wrapper.after_dashes === true ? words.findIndex(({ value }) => value === "--") : -1;
  if (dashes > 0) sink.argv(words.slice(dashes + 1), where(wrapper));
  const inner = innerWords(wrapper, words, scan, sink);
  if (inner !== null) runInner(wrapper, scan, inner, sink);
  if (dashes < 0 && startsShell(wrapper, words, scan, inner)) standardInput("sh", words.slice(0, 1), sink);
}

/** Options that hold a script, a command or words of the argv. */
function runOptionValues(wrapper: Wrapper, scan: OptionScan, sink: Sink): void {
  for (const { name, value } of scan.options) {
    if (value === null) continue;
    if (wrapper.script?.includes(name) === true)
      sink.script({ text: value.value, dialect: "sh", word: value }, where(wrapper));
    if (wrapper.setting?.includes(name) === true) takeAssignments([value], sink);
    if (wrapper.command_option?.includes(name) === true) commandText(value, sink);
    if (wrapper.ssh_option?.includes(name) === true) sshOption(value, sink);
  }
}

/** The words after options, operands and assignments; null when the table says that nothing of them is run. */
function innerWords(
  wrapper: Wrapper,
  words: readonly Word[],
  scan: OptionScan,
  sink: Sink,
): readonly Word[] | null {
  let rest = [...scan.operands];
  const split = scan.options.find(({ name }) => wrapper.split?.includes(name) === true);
  if (split?.value !== undefined && split.value !== null) {
    const value = split.value;
    const parts = value.value === null || /\$\{/.test(value.value) ? null : splitWords(value.value);
    if (parts === null) {
      sink.issue("wrapper_not_static", value, "the text that is split into words is not plain");
      return null;
    }
    const later = scan.options.some((option) => option.index > split.index)
      ? words.slice(split.index + (split.attached ? 1 : 2))
      : rest;
    const again = [
      words[0] ?? value,
      ...parts.map((text) => ({ ...value, text, value: text, outline: text })),
      ...later,
    ];
    sink.argv(again, { depth: sink.scope.depth + 1 });
    return null;
  }
  if (wrapper.assignments === true) rest = takeAssignments(rest, sink);
  if (wrapper.skip_subcommand !== undefined && rest[0]?.value === wrapper.skip_subcommand)
    rest = rest.slice(rest[1]?.value === "--" ? 2 : 1);
  if (
    wrapper.arch_operand === true &&
    rest[0]?.value?.startsWith("-") === false &&
    architectures.test(rest[0].value)
  )
    rest = scanOptions(rest, 1, wrapper).operands;
  let operands = wrapper.operands ?? 0;
  if (
    wrapper.operands_unless !== undefined &&
    !scan.options.some(({ name }) => wrapper.operands_unless?.includes(name) === true)
  )
    operands += 1;
  const skipped = rest.slice(0, operands);
  const many = skipped.find((word) => word.many);
  if (many !== undefined) {
    sink.issue(
      "wrapper_not_static",
      many,
      "an unquoted expansion stands before the program that would run",
      "quote it",
    );
    return null;
  }
  let inner: readonly Word[] = rest.slice(operands);
  if (operands > 0 && inner[0]?.value === "--") inner = inner.slice(1);
  // After an option nobody knows, a word that can be no program's name is taken for its value.
  if (
    scan.unknown &&
    inner[0]?.value !== undefined &&
    inner[0].value !== null &&
    !/^[A-Za-z0-9_.+@:-]+$/.test(inner[0].value)
  )
    inner = inner.slice(1);
  const doubtful = skipped.find((word) => word.value === null && mayBeOption(word, sink.scope.frame));
  if (doubtful !== undefined && optionness(doubtful, sink.scope.frame) === "yes") {
    sink.issue(
      "wrapper_not_static",
      doubtful,
      "a variable may be an option of this program",
      "write the option out",
    );
    return null;
  }
  if (scan.unknown || doubtful !== undefined) {
    sink.suspect(inner[1]);
    if (skipped.length > 0) sink.suspect(inner[2]);
  }
  return trailing(wrapper, inner, sink);
}

const architectures =
  /^(?:linux(?:32|64)|i[3-6]86|x86_64|ppc(?:64)?|s390x?|sparc\w*|arm\w*|aarch64|uname26)$/;

/** Where what a wrapper starts runs: on another machine, or where a path says nothing about this one. */
function where(wrapper: Wrapper): Partial<Scope> {
  if (wrapper.elsewhere === true) return { remote: true, doubtful: true };
  return wrapper.remote === true ? { remote: true } : {};
}

function runInner(wrapper: Wrapper, scan: OptionScan, inner: readonly Word[], sink: Sink): void {
  if (wrapper.run === "none") return;
  if (wrapper.run === "script") return;
  const change = where(wrapper);
  const { stdin } = sink.scope;
  const entry = scan.options.find(({ name }) => wrapper.entry?.includes(name) === true)?.value;
  if (entry != null && entry.value !== "") {
    sink.argv([entry, ...inner], change);
    return;
  }
  if (inner.length === 0) {
    if (wrapper.remote === true && stdin.kind === "text" && stdin.text !== null)
      sink.script({ text: stdin.text, dialect: "bash", word: null }, change);
    return;
  }
  const asArgv = scan.options.some(({ name }) => wrapper.argv_flag?.includes(name) === true);
  const asScript = scan.options.some(({ name }) => wrapper.script_flag?.includes(name) === true);
  if ((wrapper.run === "joined" && !asArgv) || asScript) {
    const values = inner.map((word) => word.value);
    sink.script(
      {
        text: values.some((value) => value === null) ? null : values.join(" "),
        dialect: "sh",
        word: inner[0] ?? null,
      },
      change,
    );
    return;
  }
  if (wrapper.run === "each") {
    for (const word of inner)
      if (!/^npm:|^(?:pnpm|yarn|bun|node|deno):/.test(word.value ?? ""))
        sink.script({ text: word.value, dialect: "sh", word }, change);
    return;
  }
  if (wrapper.package === true) {
    const base = packageProgram(inner[0]);
    if (base !== null) sink.argv([base, ...inner.slice(1)], change);
    return;
  }
  sink.argv(inner, change);
  const name = scan.options.find((option) => wrapper.argv0?.includes(option.name) === true)?.value;
  if (name !== undefined && name !== null) asMulticall(inner, name, sink);
}

function unfoldSubcommand(
  table: Readonly<Record<string, Wrapper>>,
  words: readonly Word[],
  sink: Sink,
  from: number,
): void {
  for (let at = from; at < words.length && at < from + 12; at += 1) {
    const text = words[at]?.value;
    if (text === undefined || text === null) return;
    const found = own(table, text);
    if (found !== undefined) {
      if (found.subcommands !== undefined) {
        unfoldSubcommand(found.subcommands, words, sink, at + 1);
        return;
      }
      const operands = own(found.operands_for ?? {}, words[0]?.value) ?? found.operands ?? 0;
      if (found.rest_after === undefined)
        unfoldPlain({ ...found, operands, value: found.value ?? [] }, words, sink, at + 1);
      else restAfter(found.rest_after, words, sink, at + 1);
      return;
    }
  }
}
