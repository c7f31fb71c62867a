import type { Word } from "./ast.ts";
import type { Constants } from "./constants.ts";
import type { Frame } from "./unfolded.ts";

/** Words of one command that are looked at for this, and readings of it in all. */
const mostLoose = 5;
const mostVariants = 64;

/**
 * The other words a command may get: an unquoted expansion may become nothing, so that what stands behind it moves up,
 * or the words of a constant that the script gives its variable; patterns may match nothing, all at once. Without the
 * words as they stand.
 */
export function variants(words: readonly Word[], { constants }: Frame): readonly (readonly Word[])[] {
  if (words.every(({ value }) => value !== null)) return [];
  const bare = words.filter(
    ({ value, dynamic }, index) => index === 0 || value !== null || dynamic !== "glob",
  );
  const readings = expanded(words, constants);
  return bare.length === words.length ? readings : [...readings, bare, ...expanded(bare, constants)];
}

function expanded(words: readonly Word[], constants: Constants): readonly (readonly Word[])[] {
  const choices = words.map((word, index) =>
    index === 0 || word.value !== null ? [] : others(word, constants),
  );
  const loose = choices.flatMap((list, index) => (list.length > 0 ? [index] : []));
  if (loose.length === 0) return [];
  // those that may become words of their own come first
  const looked = new Set(
    loose
      .sort((one, other) => (choices[other]?.length ?? 0) - (choices[one]?.length ?? 0))
      .slice(0, mostLoose),
  );
  let readings: Word[][] = [[]];
  for (const [index, word] of words.entries()) {
    const own = choices[index] ?? [];
    const list = own.length === 0 ? [[word]] : looked.has(index) ? [[word], ...own] : own.slice(0, 1);
    if (readings.length * list.length > mostVariants) list.splice(2);
    if (readings.length * list.length > mostVariants) list.splice(0, 1);
    readings = readings.flatMap((reading) => list.map((other) => [...reading, ...other]));
  }
  return readings.filter(
    (reading) => reading.length !== words.length || reading.some((word, at) => word !== words[at]),
  );
}

/** What else a word may become; nothing, where it may, comes last. */
function others(word: Word, constants: Constants): (readonly Word[])[] {
  return [...constants.words(word), ...(mayVanish(word, constants) ? [[]] : [])];
}

/** An unquoted expansion; a quoted one too where it stands for a list by another name. */
function mayVanish({ many, dynamic, text }: Word, constants: Constants): boolean {
  if (dynamic === "glob" || dynamic === "brace" || dynamic === "process") return false;
  return many || (dynamic === "variable" && (text.includes("${!") || constants.holdsReferences()));
}

/** The words with the program's own name in the place of its path. */
export function named(words: readonly Word[]): readonly Word[] {
  const [head, ...rest] = words;
  const value = head?.value?.replace(/^.*\//s, "");
  return head === undefined || value === undefined ? words : [{ ...head, value, outline: value }, ...rest];
}
