import type { Word } from "./ast.ts";
import { withoutSystemDirectory } from "./command-value.ts";
import type { Sink } from "./sink.ts";
import { own } from "./own.ts";
import { assignedNames } from "./set-by-shell.ts";

/** Variables whose value a later program runs: the value is judged as the command it is. */
export function unfoldSetting(name: string, value: Word | null, sink: Sink): void {
  const { environment } = sink.tables;
  if (value === null || value.value === "") return;
  if (name === "BROWSER") {
    unfoldBrowsers(value, sink);
  } else if (environment.command.includes(name)) {
    if (value.value !== null)
      sink.script({ text: withoutSystemDirectory(value.value), dialect: "sh", word: value });
    else if (!selfReference(name, value))
      sink.issue(
        "environment_code",
        value,
        `what ${name} would make a program run is not plain from the text`,
        "give it a literal command",
      );
  } else if (environment.preprocessor.includes(name)) {
    if (value.value === null)
      sink.issue(
        "environment_code",
        value,
        `what ${name} would make a program run is not plain from the text`,
      );
    else
      sink.script({
        text: value.value.replace(/^\|+-?\s*/, "").replace(/%s/g, "x"),
        dialect: "sh",
        word: value,
      });
  } else if (environment.prompt.includes(name)) {
    const constants = sink.scope.frame?.constants;
    const texts = value.value === null ? [value.outline] : [value.value];
    if (constants !== undefined) texts.push(...constants.texts(value));
    if (name === "PS4" && value.unknowns?.some((part) => part.name === null && part.text === null) === true)
      sink.issue(
        "environment_code",
        value,
        "what PS4 would hold is not plain from the text, and a shell expands it again",
        "give it a literal value",
      );
    for (const text of texts.map(withoutOctal))
      if (/[`]|\$[({]/.test(text))
        sink.script({ text: `: "${text.replace(/"/g, '\\"')}"`, dialect: "bash", word: value });
  }
}

/** A prompt may write a character by its number. */
function withoutOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8) & 0xff),
  );
}

/** A list of commands with colons between them, which some programs take for one command; it may keep its old value. */
function unfoldBrowsers(value: Word, sink: Sink): void {
  const kept = /^"?(?:([\w.+:-]*):)?\$\{?BROWSER\}?"?$/.exec(value.text.replace(/^BROWSER=/, ""));
  const text = value.value ?? (kept === null ? null : (kept[1] ?? ""));
  if (text === null) {
    if (!selfReference("BROWSER", value))
      sink.issue(
        "environment_code",
        value,
        "what BROWSER would make a program run is not plain from the text",
        "give it a literal command",
      );
    return;
  }
  const parts = text.includes(":") ? [text, ...text.split(":")] : [text];
  for (const part of parts.slice(0, mostBrowsers))
    sink.script({ text: withoutSystemDirectory(part), dialect: "sh", word: value });
  if (parts.length > mostBrowsers)
    sink.issue("environment_code", value, "BROWSER lists too many commands", "name one or a few");
}

const mostBrowsers = 40;

/** `EDITOR="${EDITOR:-vim}"` keeps what is already set; its own default is judged where it stands. */
function selfReference(name: string, value: Word): boolean {
  return (
    value.variables.length > 0 &&
    value.variables.every((variable) => variable === name) &&
    /^"?\$\{?[A-Z_]+(?::?-[\w.-]*)?\}?"?$/.test(value.text)
  );
}

/** Builtins that set a variable by a name among their words. Those that name code-carrying variables are judged. */
export function unfoldNamedSettings(words: readonly Word[], sink: Sink): void {
  const name = words[0]?.value ?? "";
  const kind = own(setters, name);
  if (kind === undefined) return;
  const reference = words.some((word) => word.value?.startsWith("-") === true && word.value.includes("n"));
  const recased = words.some((word) => /^-\w*[luc]/.test(word.value ?? ""));
  words.slice(1).forEach((word, index) => {
    const text = word.value ?? word.outline;
    if (kind === "declaration") {
      const equals = text.indexOf("=");
      const variable = (equals < 0 ? text : text.slice(0, equals)).replace(/\+$|\[.*$/s, "");
      if (recased && carriesCode(variable, sink))
        sink.issue(
          "environment_code",
          word,
          `${variable} would be set to other letters than those in the script`,
          "write its value as it is meant",
        );
      if (equals <= 0) return;
      const written =
        /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(word.text) &&
        (!carriesCode(variable, sink) || standsAsAssignment(word, sink));
      const value = text.slice(equals + 1);
      if (!written) {
        sink.setting(
          variable,
          word.value === null ? { ...word, outline: value } : { ...word, value, outline: value },
        );
      }
      if (reference && carriesCode(value, sink))
        sink.issue(
          "environment_code",
          word,
          "a reference to a variable that programs run code from",
          "set the variable itself",
        );
      return;
    }
    const before = words[index]?.value ?? "";
    for (const variable of targets(kind, text, before).filter((target) => carriesCode(target, sink)))
      sink.issue(
        "environment_code",
        word,
        `${variable} would be set to something that is not plain from the text`,
        "set it to a literal value",
      );
  });
}

/** Was it read as an assignment where it stands; one that a list of braces makes was not. */
function standsAsAssignment(word: Word, { scope }: Sink): boolean {
  const assignments = scope.frame?.script.assignments ?? [];
  return (
    assignments.some(({ start, end }) => start === word.start && end === word.end) &&
    !/^[^=]*[{]/.test(word.text)
  );
}

type Setter = "declaration" | "-v" | "-p" | "read" | "let";

/** Names that a word of a builtin sets, `before` being the word before it. */
function targets(kind: Setter, text: string, before: string): string[] {
  if (kind === "let") return assignedNames(text);
  const option = kind.slice(1);
  const named =
    kind === "read" || (before.startsWith("-") && before.endsWith(option))
      ? text
      : text.startsWith(kind)
        ? text.slice(2)
        : "";
  return [named.split("[", 1)[0] ?? ""];
}

const setters: Readonly<Record<string, Setter>> = {
  export: "declaration",
  declare: "declaration",
  typeset: "declaration",
  local: "declaration",
  readonly: "declaration",
  printf: "-v",
  wait: "-p",
  let: "let",
  read: "read",
  mapfile: "read",
  readarray: "read",
  getopts: "read",
};

export function carriesCode(name: string, sink: Pick<Sink, "tables">): boolean {
  const { environment } = sink.tables;
  const lists = [
    environment.never,
    environment.command,
    environment.preprocessor,
    environment.prompt,
    environment.search,
    environment.library,
    environment.preload,
  ];
  return (
    lists.some((list) => list.includes(name)) || environment.prefix.some((prefix) => name.startsWith(prefix))
  );
}
