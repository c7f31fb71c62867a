import type { Word } from "./ast.ts";
import type { Sink } from "./sink.ts";

/** Options of the shell that change how later lines are read: no text shows what they then mean. */
const whenOn = /^(?:keyword|histexpand|compat\d+)$/;
/** What stands behind a number sign becomes commands when these are off. */
const whenOff = /^interactive[-_]comments$/;

export function unfoldSet(words: readonly Word[], sink: Sink): void {
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      (/^-[a-zA-Z]*[kH]/.test(word.value ?? "") || changesReading(words[index - 1]?.value, word.value)),
  );
  const end = words.findIndex((word) => word.value === "--" || word.value === "-");
  if (at > 0 && (end < 0 || at < end)) refuseRereading(words[at] ?? null, sink);
}

/** `shopt -s`, `-u`, also of the options of `set` with `-o`. */
export function unfoldShopt(words: readonly Word[], sink: Sink): void {
  const given = words.slice(1).map(({ value }) => value ?? "");
  const flags = given.filter((value) => value.startsWith("-")).join("");
  const changed = words.find(
    ({ value }) =>
      value !== null &&
      ((flags.includes("s") && whenOn.test(value)) || (flags.includes("u") && whenOff.test(value))),
  );
  if (changed !== undefined) refuseRereading(changed, sink);
}

/** Does an option group that ends in `o` or `O` change how lines are read, by the name behind it. */
export function changesReading(group: string | null | undefined, name: string | null | undefined): boolean {
  if (/^-[a-zA-Z]*[oO]$/.test(group ?? "")) return whenOn.test(name ?? "");
  return /^\+[a-zA-Z]*[oO]$/.test(group ?? "") && whenOff.test(name ?? "");
}

export function refuseRereading(word: Word | null, sink: Sink): void {
  sink.issue(
    "code_in_data",
    word,
    "this option changes what later words of a command mean",
    "leave it out, and write assignments before the command",
  );
}
