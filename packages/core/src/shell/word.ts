import type { Word as ParsedWord, WordPart } from "unbash";
import { decodeAnsiC } from "./ansi-c.ts";
import type { Dynamic, Span, Unknown, Word } from "./ast.ts";
import { staticOutput } from "./static-output.ts";
import { staticValue } from "./static-word.ts";
import { unknownText } from "./unknown-text.ts";

type Draft = {
  outline: string;
  dynamic: Dynamic | null;
  many: boolean;
  variables: string[];
  unknowns: Unknown[];
};

const plain = /^[A-Za-z0-9_./:,+@%-]+$/;
const none: readonly string[] = [];

/** Lowers a word of the second parser. The static value is our own reading; the parser tells what is dynamic in it. */
export function lowerWord(node: ParsedWord, at: Span, assignment = false): Word {
  const { text } = node;
  if (!plain.test(text)) return composed(node, at, assignment);
  return {
    start: at.start,
    end: at.end,
    text,
    value: text,
    dynamic: null,
    many: false,
    outline: text,
    variables: none,
  };
}

function composed(node: ParsedWord, at: Span, assignment: boolean): Word {
  const { text } = node;
  const value = staticValue(text, assignment);
  if (value !== null) {
    const outline = value.startsWith("~") && !text.startsWith("~") ? `./${value}` : value;
    return {
      start: at.start,
      end: at.end,
      text,
      value,
      dynamic: null,
      many: false,
      outline,
      variables: none,
    };
  }
  const draft: Draft = { outline: "", dynamic: null, many: false, variables: [], unknowns: [] };
  const parts = node.parts;
  if (parts === undefined) literal(draft, text, text, true);
  else for (const part of parts) addPart(draft, part, false, draft.outline === "");
  const many = draft.many || (!assignment && draft.dynamic === null);
  const { outline, variables, unknowns } = draft;
  return {
    start: at.start,
    end: at.end,
    text,
    value,
    dynamic: draft.dynamic ?? "variable",
    many,
    outline,
    variables,
    unknowns,
  };
}

function mark(draft: Draft, why: Dynamic, many: boolean): void {
  draft.dynamic ??= why;
  draft.many ||= many;
}

function literal(draft: Draft, text: string, value: string, first: boolean): void {
  if (first && text.startsWith("~")) mark(draft, "tilde", false);
  if (/[*?]|\[.*\]/s.test(text.slice(0, 4096))) mark(draft, "glob", true);
  draft.outline += value;
}

function addPart(draft: Draft, part: WordPart, quoted: boolean, first: boolean): void {
  switch (part.type) {
    case "Literal":
      if (quoted) draft.outline += part.value;
      else literal(draft, part.text, part.value, first);
      return;
    case "SingleQuoted":
      draft.outline += first && part.value.startsWith("~") ? `./${part.value}` : part.value;
      return;
    case "AnsiCQuoted":
      draft.outline += decodeAnsiC(part.text.slice(2, -1));
      return;
    case "DoubleQuoted":
    case "LocaleString":
      for (const child of part.parts) addPart(draft, child, true, first && draft.outline === "");
      return;
    case "SimpleExpansion":
      variable(draft, part.text.slice(1).replace(/^(?:\\\n)+/, ""), quoted);
      return;
    case "ParameterExpansion":
      parameter(draft, part, quoted);
      return;
    case "CommandExpansion":
      mark(draft, "substitution", !quoted);
      unknown(draft, null, printedText(part));
      return;
    case "ArithmeticExpansion":
      mark(draft, "arithmetic", false);
      unknown(draft, null, null);
      return;
    case "ProcessSubstitution":
      mark(draft, "process", false);
      unknown(draft, null, null);
      return;
    case "BraceExpansion":
      mark(draft, "brace", true);
      draft.outline += withoutBackslashes(part.text);
      return;
    case "Glob":
    case "ExtendedGlob":
      mark(draft, "glob", true);
      draft.outline += withoutBackslashes(part.text);
      return;
  }
}

function variable(draft: Draft, name: string, quoted: boolean): void {
  mark(draft, "variable", !quoted || name === "@");
  draft.variables.push(name);
  if (name === "HOME" && draft.outline === "") draft.outline = "~";
  else if (name === "PWD" && draft.outline === "") draft.outline = ".";
  else unknown(draft, name, null);
}

function unknown(draft: Draft, name: string | null, text: string | null): void {
  draft.outline += unknownText;
  draft.unknowns.push({ name, text });
}

/** What `$(echo …)` and the like stand for. */
function printedText({ script }: Extract<WordPart, { type: "CommandExpansion" }>): string | null {
  const statement = script?.commands.length === 1 ? script.commands[0] : undefined;
  return statement === undefined ? null : (staticOutput(statement.command)?.replace(/\n+$/, "") ?? null);
}

function parameter(
  draft: Draft,
  part: Extract<WordPart, { type: "ParameterExpansion" }>,
  quoted: boolean,
): void {
  const plain = part.operation === undefined && part.index === undefined && part.prefix === undefined;
  if (plain) {
    variable(draft, part.parameter, quoted);
    return;
  }
  const list = part.parameter === "@" || part.text.includes("@");
  mark(draft, part.index === undefined ? "variable" : "array", !quoted || list);
  draft.variables.push(part.parameter);
  unknown(
    draft,
    part.parameter,
    part.operation?.type === "Default" ? staticValue(part.operation.operand.text, true) : null,
  );
}

function withoutBackslashes(text: string): string {
  return text.replace(/\\(.)/gs, (_, char: string) => (char === "\n" ? "" : char));
}
