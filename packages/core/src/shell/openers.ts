import { skipContinuations } from "./static-word.ts";

export type OpenerOptions = {
  /** start → end of substitutions that were found; they are skipped */
  covered: ReadonlyMap<number, number>;
  /** a backslash takes an opener's meaning, as in double quotes */
  escapes: boolean;
};

/** The first place in `text[start, end)` that opens a command substitution and is not covered; quotes are not looked at. */
export function openers(text: string, start: number, end: number, options: OpenerOptions): number | null {
  let at = start;
  while (at < end) {
    const skip = options.covered.get(at);
    if (skip !== undefined && skip > at) {
      at = skip;
      continue;
    }
    const char = text.charAt(at);
    if (char === "\\" && options.escapes) {
      at += 2;
      continue;
    }
    if (char === "`") return at;
    if (char === "$" && opensCommand(text, at, options.escapes)) return at;
    at += 1;
  }
  return null;
}

/**
 * `$(` opens a command, and `$((` may: what is no arithmetic after all is a subshell in a substitution. Where a
 * backslash does not protect it is taken away before the text is evaluated, so `$\(` opens one too.
 */
function opensCommand(text: string, at: number, escapes: boolean): boolean {
  let next = skipContinuations(text, at + 1);
  while (!escapes && text.charAt(next) === "\\") next += 1;
  return text.charAt(next) === "(";
}
