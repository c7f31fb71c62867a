import type { Place } from "../policy/decision.ts";
import type { RefusalCode } from "../refusal.ts";
import type { Command, Script, Span, Stdin, Word } from "./ast.ts";
import type { Constants } from "./constants.ts";
import { placeOf } from "./place.ts";

/**
 * A call unfolded: every program that would be started as far as text can show, whatever starts it, with the scripts
 * that were read on the way and everything that could not be decided. Knows no policy.
 */

/** One script that was read. A nested one has no place of its own: it stands where its word stands in the outermost. */
export type Frame = {
  script: Script;
  dialect: "bash" | "sh";
  /** of all the scripts of the call */
  constants: Constants;
  /** index in argv of the outermost script; null when no single argument holds it */
  argIndex: number | null;
  top: string;
  at: Span | null;
};

export type Program = {
  name: string;
  /** name first */
  words: readonly Word[];
  origin: "argv" | "wrapped" | "script";
  /** the wrappers around it, outermost first */
  via: readonly string[];
  frame: Frame | null;
  command: Command | null;
  /** an applet that runs inside a multi-call program, where no exec happens */
  multicall: boolean;
  remote: boolean;
  stdin: Stdin;
};

export type Issue = { rule: string; code: RefusalCode; sentence: string; hint?: string; place?: Place };

/** A variable that a command sets for itself or for what it runs. */
export type Setting = { name: string; value: Word | null; frame: Frame | null; span: Span | null };

export type Unfolded = {
  programs: readonly Program[];
  frames: readonly Frame[];
  settings: readonly Setting[];
  issues: readonly Issue[];
  /** words that would be a program if an option nobody knows took a value, or a quoted expansion were an option */
  suspects: readonly { word: Word; frame: Frame | null }[];
};

/** Where a span of a frame stands, for a reader of the argument that holds the script. */
export function placeIn(frame: Frame | null, span: Span | null): Place | undefined {
  if (frame === null || span === null) return undefined;
  const place = placeOf(frame.top, frame.at ?? span);
  return frame.argIndex === null ? place : { ...place, scriptArgIndex: frame.argIndex };
}

/** A word of argv: static by nature. */
export function argvWord(value: string): Word {
  return {
    start: 0,
    end: 0,
    text: value,
    value,
    dynamic: null,
    many: false,
    outline: value.startsWith("~") ? `./${value}` : value,
    variables: [],
  };
}

/** Stands for words that only the running program knows, as those xargs appends. */
export const appendedWords: Word = {
  start: 0,
  end: 0,
  text: "",
  value: null,
  dynamic: "variable",
  many: true,
  outline: "\u0001",
  variables: [],
};

/** Stands for a script until it is read. */
export function emptyScript(source: string): Script {
  return {
    source,
    commands: [],
    assignments: [],
    redirects: [],
    functions: [],
    loops: [],
    numbers: [],
    arithmetic: [],
    data: [],
    words: [],
    oddities: [],
    dialect: [],
    problem: null,
  };
}
