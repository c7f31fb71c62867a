/**
 * `$$`, the process number. Where bash looks for the end of quotes, of a `${…}` or of arithmetic, its second dollar
 * sign opens what stands behind it; where it expands the text found so, it does not. A line that is continued right
 * behind a dollar sign goes on with the same expansion for bash, and not everywhere for parsers.
 */
const opening = /^(?:\\\n)*([({['"])/;
const doubledOpening = /(?<![\\$])(?:\\\\)*(?:\$\$)+(?:\\\n)*[({['"]/;
const continued = /\$\\+\n/;

export const misread = "$$ right before an opening sign, inside quotes or an expansion";

/** The sign right behind a `$$` that ends at `end`, where it is one that opens something. */
export function opensBehind(source: string, end: number): string | null {
  return opening.exec(source.slice(end, end + 64))?.[1] ?? null;
}

export function isQuote(sign: string): boolean {
  return sign === "'" || sign === '"';
}

/** For text without parts: does a `$$` stand right before an opening sign. */
export function holdsDoubledOpening(text: string): boolean {
  return text.includes("$$") && doubledOpening.test(text);
}

/** The place of a dollar sign with a continued line behind it; null where there is none. */
export function continuedDollar(source: string): number | null {
  return continued.exec(source)?.index ?? null;
}
