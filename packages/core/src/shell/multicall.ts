import type { Word } from "./ast.ts";
import type { Sink } from "./sink.ts";

/** The applet named by the first operand runs inside the program itself. */
export function unfoldMulticall(words: readonly Word[], sink: Sink): void {
  const first = words[1];
  const text = first?.value ?? "";
  if (text.startsWith("--coreutils-prog=") && first !== undefined) {
    sink.argv([{ ...first, value: text.slice(17) }, ...words.slice(2)], { multicall: true });
    return;
  }
  if (text.startsWith("--coreutils-prog-shebang=") && first !== undefined) {
    sink.argv([{ ...first, value: text.slice(25).split(" ")[0] ?? "" }, ...words.slice(2)], {
      multicall: true,
    });
    return;
  }
  if (first === undefined || text.startsWith("-")) return;
  sink.argv(
    words
      .slice(1)
      .map((word, index) =>
        index === 0 && word.value !== null ? { ...word, value: word.value.replace(/^.*\//, "") } : word,
      ),
    { multicall: true },
  );
}
