import { ansiCEnd, staticValue } from "./static-word.ts";
import type { Word } from "./ast.ts";
import { runsCode } from "./builtin-code.ts";
import { own } from "./own.ts";
import type { Tables } from "./tables.ts";

/**
 * Brace lists written out as bash does it, before any other expansion and on the raw text: `{-exec,ls}` is two words.
 * What a program is told must be read from the words it gets, or a list could hold an option nobody looked at.
 */
const mostWords = 512;
const mostSteps = 60_000;

type Budget = { steps: number };

/** The words a program gets for its words; null when a list makes too many of them, or is not plain. */
export function withoutBraces(words: readonly Word[]): readonly Word[] | null {
  if (!words.some(holdsList)) return words;
  const name = words[0]?.value ?? "";
  const out: Word[] = [];
  const budget = { steps: mostSteps };
  for (const [index, word] of words.entries()) {
    // A declaration's own assignments are not taken apart.
    if (index === 0 || !holdsList(word) || (declarations.has(name) && /^[A-Za-z_]\w*\+?=/.test(word.text))) {
      out.push(word);
      continue;
    }
    const texts = expand(word.text, 0, budget);
    if (texts === null || out.length + texts.length > mostWords * 2) return null;
    if (texts.length === 1 && texts[0] === word.text) out.push(word);
    // of a list's own words, one without a letter or quotes is none
    else for (const text of texts) if (text !== "") out.push(part(word, text));
  }
  return out;
}

/** The words where braces mean nothing, as in a shell that does not know them or is told not to. */
export function literalBraces(words: readonly Word[]): readonly Word[] {
  return words.map((word) => {
    const value = holdsList(word) && !/[*?[\]]/.test(word.text) ? staticValue(word.text, true) : null;
    return value === null ? word : { ...word, value, dynamic: null, many: false, outline: value };
  });
}

/** Can the words of a program make it run something: where its list is not plain, that matters. */
export function mayBeToldToRun(name: string | null | undefined, tables: Tables): boolean {
  const { wrapper, programOption, shell } = tables;
  const shells = [...shell.bash, ...shell.sh, ...shell.foreign, "git"];
  return (
    own(wrapper, name) !== undefined ||
    own(programOption, name) !== undefined ||
    shells.includes(name ?? "") ||
    runsCode(name)
  );
}

const declarations = new Set(["declare", "typeset", "local", "export", "readonly"]);

function holdsList({ value, text }: Word): boolean {
  return value === null && text.includes("{") && /[,.]/.test(text);
}

function part(word: Word, text: string): Word {
  const value = staticValue(text);
  if (value !== null)
    return {
      ...word,
      text,
      value,
      dynamic: null,
      many: false,
      outline: value.startsWith("~") && !text.startsWith("~") ? `./${value}` : value,
      variables: [],
    };
  const cut = text.search(/[$`*?[~<>]/);
  const lead = cut < 0 ? null : staticValue(text.slice(0, cut).replace(/["'\\]/g, ""));
  return {
    ...word,
    text,
    value: null,
    dynamic: word.variables.length > 0 ? "variable" : word.dynamic === "brace" ? "glob" : word.dynamic,
    many: true,
    outline: `${lead ?? ""}${text.startsWith("~") ? "~" : "\u0001"}`,
  };
}

/** All words that a raw text becomes; null when that is not plain. */
function expand(text: string, depth: number, budget: Budget): string[] | null {
  if (depth > 20) return null;
  for (let at = 0; at < text.length; ) {
    budget.steps -= 1;
    if (budget.steps < 0) return null;
    if (text.charAt(at) !== "{") {
      at = skip(text, at);
      if (at < 0) return null;
      continue;
    }
    const list = listAt(text, at, budget);
    if (list === "broken") return null;
    if (list === null) {
      at += 1;
      continue;
    }
    const items: string[] = [];
    for (const item of list.items) {
      const inner = expand(item, depth + 1, budget);
      if (inner === null) return null;
      items.push(...inner);
    }
    const rests = expand(text.slice(list.end), depth + 1, budget);
    if (rests === null || items.length * rests.length > mostWords) return null;
    const lead = text.slice(0, at);
    return items.flatMap((item) => rests.map((rest) => lead + item + rest));
  }
  return [text];
}

/** The list that opens here, if one does: a comma or a sequence makes it one. */
function listAt(
  text: string,
  open: number,
  budget: Budget,
): { items: string[]; end: number } | null | "broken" {
  const cuts: number[] = [open];
  let depth = 0;
  for (let at = open + 1; at < text.length; ) {
    const char = text.charAt(at);
    budget.steps -= 1;
    if (budget.steps < 0) return "broken";
    if (char === "{") depth += 1;
    else if (char === "," && depth === 0) cuts.push(at);
    else if (char === "}") {
      if (depth === 0) return closedList(text, [...cuts, at]);
      depth -= 1;
    }
    at = skip(text, at);
    if (at < 0) return "broken";
  }
  return null;
}

function closedList(text: string, cuts: readonly number[]): { items: string[]; end: number } | null {
  const items = cuts.slice(1).map((cut, index) => text.slice((cuts[index] ?? 0) + 1, cut));
  const end = (cuts.at(-1) ?? 0) + 1;
  if (items.length > 1) return { items, end };
  const row = /^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?\d{1,9})?$/.exec(
    items[0] ?? "",
  );
  if (row === null) return null;
  if (row[1] !== undefined && row[2] !== undefined) return { items: [row[1], row[2]], end };
  const [from, to] = [row[3]?.charCodeAt(0) ?? 0, row[4]?.charCodeAt(0) ?? 0].sort((a, b) => a - b);
  const letters: string[] = [];
  for (let code = from ?? 0; code <= (to ?? 0); code += 1) letters.push(String.fromCharCode(code));
  return { items: letters, end };
}

/** The place after one letter, escape, quoted text or expansion; -1 where its end is not plain. */
function skip(text: string, at: number): number {
  const char = text.charAt(at);
  const next = text.charAt(at + 1);
  if (char === "\\") return at + 2;
  if (char === "'") return after(text.indexOf("'", at + 1));
  if (char === '"') return quoted(text, at + 1);
  if (char === "`") return after(text.indexOf("`", at + 1));
  if (char === "$" && next === "'") return after(ansiCEnd(text, at + 2));
  if (char === "$" && (next === "{" || next === "(")) return nested(text, at + 1);
  if ((char === "<" || char === ">") && next === "(") return nested(text, at + 1);
  return at + 1;
}

function after(at: number): number {
  return at < 0 ? -1 : at + 1;
}

function quoted(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') return at + 1;
    if (char === "\\") at += 1;
    else if (char === "$" && /[({]/.test(text.charAt(at + 1))) {
      const end = nested(text, at + 1);
      if (end < 0) return -1;
      at = end - 1;
    }
  }
  return -1;
}

function nested(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "(" || char === "{") depth += 1;
    else if (char === ")" || char === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}
