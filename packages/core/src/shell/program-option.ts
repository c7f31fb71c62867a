import type { Word } from "./ast.ts";
import {
  commandText,
  keyedCommand,
  namedCommand,
  sshOption,
  withoutSystemDirectory,
} from "./command-value.ts";
import { scanOptions } from "./options.ts";
import { suspectNames } from "./named-in-text.ts";
import { own } from "./own.ts";
import type { Sink } from "./sink.ts";
import type { ProgramOption } from "./tables.ts";

/** A program that takes a program through an option: each such value is judged like a script or a command. */
export function unfoldProgramOptions(words: readonly Word[], sink: Sink): void {
  const entry = own(sink.tables.programOption, words[0]?.value);
  if (entry === undefined) return;
  const lists = [
    entry.value,
    entry.script,
    entry.command,
    entry.ssh_option,
    entry.exec_action,
    entry.editor,
    entry.make,
    entry.piped,
    entry.debugger,
    entry.named,
    entry.macro,
    Object.keys(entry.keyed ?? {}),
  ];
  const value = lists.flatMap((list) => list ?? []);
  const spread = entry.bare_cluster === true ? spreadCluster(words, value) : words;
  const scan = scanOptions(spread, 1, { value, permute: true });
  for (const { name, value } of scan.options) if (value !== null) optionValue(entry, name, value, sink);
  for (const word of words.slice(1)) loneWord(entry, word, sink);
  suspectNames(entry, words, sink);
  readCommands(entry, words, sink);
}

const mostLines = 200;

/** Commands that a program reads from its standard input, where their text is plain. */
function readCommands(entry: ProgramOption, words: readonly Word[], sink: Sink): void {
  const { stdin } = sink.scope;
  const [head, ...rest] = words;
  if (head === undefined || stdin.kind !== "text" || stdin.text === null) return;
  const reads = entry.shellword !== undefined || entry.editor !== undefined || entry.debugger !== undefined;
  if (!reads && !rest.every(({ value }) => value === "-")) return;
  const word = (text: string): Word => ({ ...head, text, value: text, outline: text });
  suspectNames(entry, [head, word(stdin.text)], sink);
  if (!reads) return;
  const doubtful: Sink = { ...sink, script: (script) => sink.script(script, { doubtful: true }) };
  for (const line of stdin.text.split("\n").slice(0, mostLines)) {
    loneWord(entry, word(line), doubtful);
    if (entry.editor !== undefined) editorCommand(word(line), line, doubtful);
    if (entry.debugger !== undefined) debuggerCommand(word(line), line, doubtful);
  }
}

function debuggerCommand(word: Word, text: string, sink: Sink): void {
  const shell = /^\s*(?:shell\b|platform shell\b|!|pipe\b[^|]*\|)(.*)$/s.exec(text);
  if (shell !== null) sink.script({ text: shell[1] ?? "", dialect: "sh", word });
}

/** `tar xIf program file`: each letter becomes an option, with its value behind it. */
function spreadCluster(words: readonly Word[], takesValue: readonly string[]): readonly Word[] {
  const [name, cluster, ...rest] = words;
  const text = cluster?.value ?? "-";
  if (name === undefined || cluster === undefined || !/^[A-Za-z]+$/.test(text)) return words;
  const values = [...rest];
  const spread = [name];
  for (const letter of text) {
    const option = `-${letter}`;
    spread.push({ ...cluster, value: option, text: option, outline: option });
    const value = takesValue.includes(option) ? values.shift() : undefined;
    if (value !== undefined) spread.push(value);
  }
  return [...spread, ...values];
}

function optionValue(entry: ProgramOption, name: string, value: Word, sink: Sink): void {
  if (value.value === null) return;
  if (entry.script?.includes(name) === true)
    sink.script({ text: withoutSystemDirectory(value.value), dialect: "sh", word: value });
  if (entry.exec_action?.includes(name) === true && value.value.startsWith("exec=")) {
    sink.script({ text: value.value.slice(5), dialect: "sh", word: value });
  }
  if (entry.command?.includes(name) === true) commandText(value, sink);
  if (entry.named?.includes(name) === true) namedCommand(value, value.value, sink);
  const keys = own(entry.keyed ?? {}, name);
  if (keys !== undefined) keyedCommand(keys, value, value.value, sink);
  if (entry.macro?.includes(name) === true) macroText(value, value.value, sink);
  if (entry.ssh_option?.includes(name) === true) sshOption(value, sink);
  if (entry.editor?.includes(name) === true) editorCommand(value, value.value, sink);
  if (entry.make?.includes(name) === true) makeText(value, value.value, sink);
  const text = value.value;
  if (entry.piped?.includes(name) === true) {
    for (const part of text.split(/[;\n]/).slice(0, 100))
      if (/^\s*[|!]/.test(part)) sink.script({ text: part.trimStart().slice(1), dialect: "sh", word: value });
  }
  if (entry.debugger?.includes(name) === true) debuggerCommand(value, text, sink);
}

function loneWord(entry: ProgramOption, word: Word, sink: Sink): void {
  const text = word.value;
  if (text === null) return;
  if (entry.editor !== undefined && text.startsWith("+")) editorCommand(word, text.slice(1), sink);
  for (const command of entry.shellword ?? [])
    if (text.trimStart().startsWith(command.endsWith("|") ? command : `${command} `))
      sink.script({ text: text.trimStart().slice(command.length), dialect: "sh", word });
  for (const prefix of entry.attached ?? [])
    if (text.startsWith(prefix)) sink.script({ text: text.slice(prefix.length), dialect: "sh", word });
  if (entry.address !== undefined)
    for (const part of text.split("!!")) address(entry.address, part, word, sink);
  if (entry.make !== undefined) {
    if (text.includes("=")) makeText(word, text, sink);
    const run = /^\w+\s*!=(.*)$/s.exec(text);
    if (run !== null) sink.script({ text: run[1] ?? "", dialect: "sh", word });
  }
  for (const name of entry.assignments ?? [])
    if (text.startsWith(`${name}=`))
      sink.setting(name, {
        ...word,
        value: text.slice(name.length + 1),
        outline: text.slice(name.length + 1),
      });
}

function address(prefixes: readonly string[], text: string, word: Word, sink: Sink): void {
  for (const prefix of prefixes) {
    if (!text.toUpperCase().startsWith(prefix)) continue;
    const command = /^(?:[^,\\]|\\.)*/s.exec(text.slice(prefix.length))?.[0] ?? "";
    sink.script({ text: command.replace(/\\(.)/gs, "$1"), dialect: "sh", word });
  }
}

function macroText(word: Word, text: string, sink: Sink): void {
  for (const match of text.matchAll(/%\(([^()]*)\)/g))
    sink.script({ text: match[1] ?? "", dialect: "sh", word });
}

/** An editor's `:!command` and the like. */
function editorCommand(word: Word, text: string, sink: Sink): void {
  const match = /^:*\s*(?:(?:silent|sil)!?\s+)?(?:%|\d+|\.)?(?:r(?:ead)?\s*)?!(.*)$/s.exec(text);
  if (match !== null) sink.script({ text: match[1] ?? "", dialect: "sh", word });
}

function makeText(word: Word, text: string, sink: Sink): void {
  for (const match of text.matchAll(/\$[({]shell\s+([^)}]*)[)}]/g))
    sink.script({ text: match[1] ?? "", dialect: "sh", word });
}
