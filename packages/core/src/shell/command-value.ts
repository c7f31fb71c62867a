import type { Word } from "./ast.ts";
import type { Sink } from "./sink.ts";
import { splitWords } from "./split-words.ts";

/** Values of options that hold a command. */
export function commandText(value: Word, sink: Sink): void {
  const words = value.value === null ? null : splitWords(value.value);
  if (words === null)
    sink.issue("wrapper_not_static", value, "the command given to this option is not plain from the text");
  else sink.argv(words.map((text) => ({ ...value, text, value: text, outline: text })));
}

/** A command in an option or a variable may name a program of the system by its path: it is judged by its name. */
export function withoutSystemDirectory(text: string): string {
  return text.replace(/^\s*\/(?:usr\/(?:local\/)?)?s?bin\/(?=[^/]*$|[^/ ]+ )/, "");
}

/** As `commandText` for what may be named by a path; a value that is not static is left to the sandbox. */
export function namedCommand(value: Word, text: string, sink: Sink): void {
  const words = splitWords(text);
  const [first, ...rest] = words ?? [];
  if (first === undefined) return;
  const name = first.slice(first.lastIndexOf("/") + 1);
  if (name === "" || !/^[\w.+@:-]+$/.test(name)) return;
  sink.argv([name, ...rest].map((word) => ({ ...value, text: word, value: word, outline: word })));
}

/** `key=command` in an option's value, where the key is one of those that name a program. */
export function keyedCommand(keys: string, value: Word, text: string, sink: Sink): void {
  const given = text.replace(/^=/, "");
  const equals = given.indexOf("=");
  if (equals < 0 || !new RegExp(`^(?:${keys})$`, "i").test(given.slice(0, equals).trim())) return;
  const command = given
    .slice(equals + 1)
    .trim()
    .replace(/^(["'])(.*)\1$/s, "$2");
  namedCommand(value, command, sink);
}

const sshPrograms = /^\s*(ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand)\s*[= ]\s*(.*)$/is;

export function sshOption(value: Word, sink: Sink): void {
  const match = sshPrograms.exec(value.value ?? value.outline);
  if (match === null || match[2] === "none") return;
  sink.script({
    text: value.value === null ? null : (match[2] ?? "").replace(/%[a-zA-Z%]/g, "x"),
    dialect: "sh",
    word: value,
  });
}
