import type { Word } from "./ast.ts";
import type { Sink } from "./sink.ts";

/** Words that a builtin joins by blanks and runs as a script. */
export function joined(words: readonly Word[], sink: Sink): void {
  if (words.length === 0) return;
  const values = words.map((word) => word.value);
  const text = values.some((value) => value === null) ? null : values.join(" ");
  if (text === null) {
    sink.issue(
      "code_in_data",
      words.find((word) => word.value === null) ?? null,
      "the text that would run is not plain from the script",
      "write the commands themselves instead of building them",
    );
    return;
  }
  sink.script({ text, dialect: sink.scope.frame?.dialect ?? "bash", word: words[0] ?? null });
}
