import type { Word } from "./ast.ts";
import { commandText, sshOption } from "./command-value.ts";
import { scanOptions } from "./options.ts";
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
  ];
  const scan = scanOptions(words, 1, { value: lists.flatMap((list) => list ?? []), permute: true });
  for (const { name, value } of scan.options) if (value !== null) optionValue(entry, name, value, sink);
  for (const word of words.slice(1)) loneWord(entry, word, sink);
}

function optionValue(entry: ProgramOption, name: string, value: Word, sink: Sink): void {
  if (value.value === null) return;
  if (entry.script?.includes(name) === true) sink.script({ text: value.value, dialect: "sh", word: value });
  if (entry.exec_action?.includes(name) === true && value.value.startsWith("exec=")) {
    sink.script({ text: value.value.slice(5), dialect: "sh", word: value });
  }
  if (entry.command?.includes(name) === true) commandText(value, sink);
  if (entry.ssh_option?.includes(name) === true) sshOption(value, sink);
  if (entry.editor?.includes(name) === true) editorCommand(value, value.value, sink);
  if (entry.make?.includes(name) === true) makeText(value, value.value, sink);
  const text = value.value;
  if (entry.piped?.includes(name) === true && /^[|!]/.test(text))
    sink.script({ text: text.slice(1), dialect: "sh", word: value });
  const shell =
    entry.debugger?.includes(name) === true ? /^\s*(?:shell\b|platform shell\b|!)(.*)$/s.exec(text) : null;
  if (shell !== null) sink.script({ text: shell[1] ?? "", dialect: "sh", word: value });
}

function loneWord(entry: ProgramOption, word: Word, sink: Sink): void {
  const text = word.value;
  if (text === null) return;
  if (entry.editor !== undefined && text.startsWith("+")) editorCommand(word, text.slice(1), sink);
  for (const command of entry.shellword ?? [])
    if (text.trimStart().startsWith(`${command} `))
      sink.script({ text: text.trimStart().slice(command.length), dialect: "sh", word });
  for (const prefix of entry.address ?? []) {
    if (!text.toUpperCase().startsWith(prefix)) continue;
    const command = /^(?:[^,\\]|\\.)*/s.exec(text.slice(prefix.length))?.[0] ?? "";
    sink.script({ text: command.replace(/\\(.)/gs, "$1"), dialect: "sh", word });
  }
  for (const name of entry.assignments ?? [])
    if (text.startsWith(`${name}=`))
      sink.setting(name, {
        ...word,
        value: text.slice(name.length + 1),
        outline: text.slice(name.length + 1),
      });
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
