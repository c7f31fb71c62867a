import { FileProblem } from "./file-problem.ts";

export type LineMatcher = (bytes: Uint8Array, most: number) => { line: number; text: string }[];

/** The lines of a text that a regular expression matches, each by itself; `(?i)` in front looks without case. */
export function lineMatcher(pattern: string, longest: number): LineMatcher {
  const expression = compile(pattern);
  const decoder = new TextDecoder("utf-8");
  return (bytes, most) => {
    const found: { line: number; text: string }[] = [];
    const text = decoder.decode(bytes);
    let line = 0;
    for (let start = 0; start < text.length && found.length < most; ) {
      const newline = text.indexOf("\n", start);
      const end = newline < 0 ? text.length : newline;
      const content = text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
      line += 1;
      if (expression.test(content)) found.push({ line, text: content.slice(0, longest).toWellFormed() });
      start = end + 1;
    }
    return found;
  };
}

function compile(pattern: string): RegExp {
  const flagged = /^\(\?([ims]+)\)/.exec(pattern);
  const flags = flagged?.[1]?.includes("i") === true ? "i" : "";
  const source = flagged === null ? pattern : pattern.slice(flagged[0].length);
  try {
    return new RegExp(source, flags);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new FileProblem(
      "invalid",
      message.replace(/^Invalid regular expression: /, "no regular expression: "),
      {
        cause,
      },
    );
  }
}
