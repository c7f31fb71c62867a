import type { RefusalCode } from "../refusal.ts";
import type { Command, Stdin, Word } from "./ast.ts";
import type { Tables } from "./tables.ts";
import type { Frame } from "./unfolded.ts";

/** What a program is unfolded in. */
export type Scope = {
  origin: "argv" | "wrapped" | "script";
  via: readonly string[];
  frame: Frame | null;
  command: Command | null;
  multicall: boolean;
  remote: boolean;
  stdin: Stdin;
  depth: number;
  /** it is run only if an expansion becomes nothing, or a constant that the script names */
  doubtful?: boolean;
  /** its words are one of the readings of the words that hold them */
  varied?: boolean;
};

export type ScriptText = {
  /** null: not static */
  text: string | null;
  dialect: "bash" | "sh";
  /** the word that holds it */
  word: Word | null;
  /** what the shell is given beside it: `$0` and what follows */
  arguments?: readonly Word[];
  /** index of that word in the outermost argv, when it is one of its words */
  argIndex?: number;
};

/** Where the readers of one program's arguments put what they find. */
export type Sink = {
  tables: Tables;
  scope: Scope;
  /** an inner program; words may be empty */
  argv(words: readonly Word[], change?: Partial<Scope>): void;
  script(script: ScriptText, change?: Partial<Scope>): void;
  issue(code: RefusalCode, word: Word | null, sentence: string, hint?: string): void;
  suspect(word: Word | undefined): void;
  setting(name: string, value: Word | null): void;
};

/**
 * Is a word an option: a static word says so itself, of others the known constants of the script do. `yes` also when
 * one of the values it is given is one.
 */
export function optionness(word: Word, frame: Frame | null, signs = "-"): "yes" | "no" | "maybe" {
  const first = word.value === null ? word.outline.charAt(0) : word.value.charAt(0);
  const starts = (text: string): boolean => text !== "" && signs.includes(text.charAt(0));
  if (word.value !== null) return starts(word.value) && word.value.length > 1 ? "yes" : "no";
  if (first !== "\u0001") return starts(first) ? "yes" : "no";
  const name = word.variables[0];
  if (name === undefined) return word.dynamic === "arithmetic" || word.dynamic === "process" ? "no" : "maybe";
  if (frame === null || !/^[A-Za-z_]/.test(name)) return "maybe";
  return variableOptionness(name, frame, starts);
}

function variableOptionness(
  name: string,
  frame: Frame,
  starts: (text: string) => boolean,
): "yes" | "no" | "maybe" {
  const { assignments, loops } = frame.script;
  const set = assignments.filter((item) => item.name === name);
  const words = [
    ...set.flatMap((item) => (item.value === null ? item.elements : [item.value])),
    ...loops.filter((loop) => loop.name.value === name).flatMap((loop) => loop.words),
  ];
  if (words.some((word) => starts(word.value ?? word.outline))) return "yes";
  if (words.length === 0) return /^[A-Z0-9_]+$/.test(name) ? "no" : "maybe";
  return words.every((word) => word.value !== null || !word.outline.startsWith("\u0001")) ? "no" : "maybe";
}

export function mayBeOption(word: Word, frame: Frame | null, signs = "-"): boolean {
  return optionness(word, frame, signs) !== "no";
}
