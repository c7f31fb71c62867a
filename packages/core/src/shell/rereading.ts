import type { Word } from "./ast.ts";
import type { Sink } from "./sink.ts";

/** Options of the shell that change how later lines are read: no text shows what they then mean. */
const rereading = /^(?:keyword|histexpand)$/;

export function unfoldSet(words: readonly Word[], sink: Sink): void {
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      (/^-[a-zA-Z]*[kH]/.test(word.value ?? "") ||
        (rereading.test(word.value ?? "") && /^-[a-zA-Z]*o$/.test(words[index - 1]?.value ?? ""))),
  );
  const end = words.findIndex((word) => word.value === "--" || word.value === "-");
  if (at > 0 && (end < 0 || at < end)) refuseRereading(words[at] ?? null, sink);
}

export function refuseRereading(word: Word | null, sink: Sink): void {
  sink.issue(
    "code_in_data",
    word,
    "this option changes what later words of a command mean",
    "leave it out, and write assignments before the command",
  );
}
