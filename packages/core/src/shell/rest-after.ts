import type { Word } from "./ast.ts";
import type { Sink } from "./sink.ts";

/** What follows one of these words is run; one word with blanks in it is given to a shell. */
export function restAfter(
  options: readonly string[],
  words: readonly Word[],
  sink: Sink,
  from: number,
): void {
  const at = words.findIndex((word, index) => index >= from && options.includes(word.value ?? ""));
  if (at < 0) return;
  const inner = words.slice(at + 1);
  const [only] = inner;
  if (inner.length === 1 && only?.value != null && /\s/.test(only.value))
    sink.script({ text: only.value, dialect: "sh", word: only });
  else sink.argv(inner);
}

/** A program with too many options to list: what follows `--`, or else the first word that a dash does not lead to. */
export function unfoldAfterPairs(words: readonly Word[], sink: Sink): void {
  const end = words.findIndex((word) => word.value === "--");
  if (end > 0) {
    sink.argv(words.slice(end + 1));
    return;
  }
  for (let at = words.length - 1; at > 0; at -= 1) sink.suspect(words[at]);
}
