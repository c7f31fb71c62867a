import type { Word } from "./ast.ts";
import type { Sink } from "./sink.ts";
import type { ProgramOption } from "./tables.ts";

/** Text of a program's own language is looked through no further. */
const mostText = 4096;
const mostNames = 40;

/**
 * Names of programs in text that only the program itself can read: its language is not known here, so what stands
 * where it would start a program is compared with what may not run, and nothing else is made of it.
 */
export function suspectNames(entry: ProgramOption, words: readonly Word[], sink: Sink): void {
  for (const [index, word] of words.entries()) {
    if (index === 0 || word.value === null) continue;
    const text = word.value.slice(0, mostText);
    for (const pattern of entry.naming ?? [])
      for (const match of [...text.matchAll(new RegExp(pattern, "gi"))].slice(0, mostNames))
        suspect(word, match[1], sink);
    for (const option of entry.after ?? []) {
      const next = words[index + 1];
      if (text === option && next !== undefined) suspect(next, leadingName(next.value), sink);
      if (text.startsWith(`${option}=`)) suspect(word, leadingName(text.slice(option.length + 1)), sink);
    }
  }
}

function suspect(word: Word, name: string | undefined, sink: Sink): void {
  if (name !== undefined) sink.suspect({ ...word, value: name });
}

/** The first word of a command, without the directory it may be named with. */
function leadingName(text: string | null): string | undefined {
  return /^\s*["']?(?:[^\s"'=,]*\/)?([\w.+-]+)/.exec(text?.slice(0, mostText) ?? "")?.[1];
}
