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
};

export type ScriptText = {
  /** null: not static */
  text: string | null;
  dialect: "bash" | "sh";
  /** the word that holds it */
  word: Word | null;
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

/** May a word that is not static turn out to be an option. Known constants of the script are looked up. */
export function mayBeOption(word: Word, frame: Frame | null): boolean {
  if (word.value !== null) return word.value.length > 1 && word.value.startsWith("-");
  const first = word.outline.charAt(0);
  if (first !== "\u0001") return first === "-" || first === "+";
  const name = word.variables[0];
  if (name === undefined || frame === null)
    return word.dynamic !== "arithmetic" && word.dynamic !== "process";
  if (!/^[A-Za-z_]/.test(name)) return true;
  const values = frame.script.assignments
    .filter((item) => item.name === name)
    .map((item) => item.value?.value ?? null);
  if (frame.script.loops.some((loop) => loop.name.value === name)) return true;
  if (values.length === 0) return !/^[A-Z0-9_]+$/.test(name);
  return values.some((value) => value === null || value.startsWith("-") || value.startsWith("+"));
}
