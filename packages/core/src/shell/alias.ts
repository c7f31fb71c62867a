import type { Word } from "./ast.ts";
import { joined } from "./joined.ts";
import type { Sink } from "./sink.ts";

/** An alias is text that takes the place of a command: only a plain command of its own may stand in it. */
export function unfoldAlias(words: readonly Word[], sink: Sink): void {
  for (const word of words.slice(1)) {
    if (word.value?.startsWith("-") === true) continue;
    const equals = word.value === null ? -1 : word.value.indexOf("=");
    if (word.value !== null && equals < 0) continue;
    const name = word.value?.slice(0, equals) ?? "";
    const text = word.value?.slice(equals + 1) ?? null;
    if (
      text === null ||
      !/^[\w./:=,+@%-]+(?: [\w./:=,+@%-]+)*$/.test(text) ||
      guarded(name, sink) ||
      standsForMore(text.split(" ", 1)[0] ?? "", sink)
    ) {
      sink.issue(
        "shadowing",
        word,
        "this alias would change what later words mean",
        "write the command itself, or a function",
      );
      continue;
    }
    joined([{ ...word, value: text }], sink);
  }
}

/** Builtins that neither run what they are given nor set a variable. */
const plainBuiltins = new Set([
  "cd",
  "echo",
  "pwd",
  "exit",
  "true",
  "false",
  ":",
  "kill",
  "pushd",
  "popd",
  "type",
]);

function standsForMore(name: string, sink: Sink): boolean {
  return guarded(name, sink) && !plainBuiltins.has(name);
}

/** Names that stand for the shell's own words or for programs that run others. */
function guarded(name: string, sink: Sink): boolean {
  const { tables } = sink;
  return (
    name === "" ||
    name === "rm" ||
    name === "sudo" ||
    name === "su" ||
    tables.builtin.has(name) ||
    Object.hasOwn(tables.wrapper, name) ||
    keywords.has(name) ||
    [...tables.shell.bash, ...tables.shell.sh, ...tables.shell.foreign].includes(name)
  );
}

const keywords = new Set([
  "if",
  "then",
  "else",
  "elif",
  "fi",
  "case",
  "esac",
  "for",
  "select",
  "while",
  "until",
  "do",
  "done",
  "in",
  "function",
  "time",
  "coproc",
  "{",
  "}",
  "!",
  "[[",
]);
