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
