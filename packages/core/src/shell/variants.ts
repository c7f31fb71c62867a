import type { Script, Word } from "./ast.ts";
import { argvWord, type Frame } from "./unfolded.ts";

/** Words of one command that are looked at for this, and readings of it in all. */
const mostLoose = 5;
const mostVariants = 64;
const mostConstants = 3;

/**
 * The other words a command may get: an unquoted expansion may become nothing, so that what stands behind it moves up,
 * or the words of a constant that the script gives its variable. Without the words as they stand.
 */
export function variants(words: readonly Word[], { script }: Frame): readonly (readonly Word[])[] {
  const loose = words.flatMap((word, index) => (index > 0 && mayVanish(word) ? [index] : []));
  if (loose.length === 0) return [];
  let readings: Word[][] = [[]];
  for (const [index, word] of words.entries()) {
    const others = loose.includes(index)
      ? loose.indexOf(index) < mostLoose
        ? [[word], [], ...constants(word, script)]
        : [[]]
      : [[word]];
    if (readings.length * others.length > mostVariants) others.splice(2);
    if (readings.length * others.length > mostVariants) others.splice(0, 1);
    readings = readings.flatMap((reading) => others.map((other) => [...reading, ...other]));
  }
  return readings.filter(
    (reading) => reading.length !== words.length || reading.some((word, at) => word !== words[at]),
  );
}

function mayVanish({ value, many, dynamic }: Word): boolean {
  return value === null && many && dynamic !== "glob" && dynamic !== "brace" && dynamic !== "process";
}

/** What a word that is one variable becomes by the constants of its script, cut where the shell cuts by default. */
export function constants(word: Word, script: Script): Word[][] {
  const name = /^"?\$(?:\{(\w+|[@*])(?:\[[@*]\])?\}|(\w+|[@*]))"?$/.exec(word.text);
  const variable = name?.[1] ?? name?.[2];
  if (variable === undefined) return [];
  const lists =
    variable === "@" || variable === "*"
      ? script.commands
          .filter(({ words }) => words[0]?.value === "set")
          .map(({ words }) => words.slice(words[1]?.value === "--" ? 2 : 1))
      : given(variable, script);
  return lists
    .filter((list) => list.every(({ value }) => value !== null))
    .slice(0, mostConstants)
    .map((list) => list.flatMap(({ value }) => (value ?? "").split(/\s+/).filter((text) => text !== "")))
    .map((texts) => texts.map((text) => ({ ...argvWord(text), start: word.start, end: word.end })));
}

function given(variable: string, { assignments, loops }: Script): (readonly Word[])[] {
  return [
    ...assignments
      .filter(({ name }) => name === variable)
      .map(({ value, elements }) => (value === null ? elements : [value])),
    ...loops
      .filter(({ name }) => name.value === variable)
      .flatMap((loop) => loop.words.map((word) => [word])),
  ];
}

/** The words with the program's own name in the place of its path. */
export function named(words: readonly Word[]): readonly Word[] {
  const [head, ...rest] = words;
  const value = head?.value?.replace(/^.*\//s, "");
  return head === undefined || value === undefined ? words : [{ ...head, value, outline: value }, ...rest];
}
