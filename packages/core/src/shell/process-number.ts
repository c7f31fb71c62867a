/**
 * `$$`, the process number. Where bash looks for the end of quotes, of a `${…}` or of arithmetic, its second dollar
 * sign opens what stands behind it; where it expands the text found so, it does not. A line that is continued right
 * behind a dollar sign goes on with the same expansion for bash, and not everywhere for parsers.
 */
const opening = /^(?:\\\n)*([({['"])/;
const doubledOpening = /(?<![\\$])(?:\\\\)*(?:\$\$)+(?:\\\n)*[({['"]/;
const continued = /\\+\n/g;
const descriptor = /^[\d\\\n]{0,64}[<>]/;
const namedDescriptor = /^[\w\\\n]{0,64}\}[<>]/;

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

/**
 * The place of a line that is continued right behind a dollar sign, or within a descriptor and its redirect: `3`, a
 * continued line and `>f` are `3>f` to bash. Null where there is none.
 */
export function continuedOddly(source: string): number | null {
  for (const { index } of source.matchAll(continued)) {
    const before = source.charAt(index - 1);
    const rest = source.slice(index, index + 68);
    if (before === "$" || (/[\d}]/.test(before) && descriptor.test(rest))) return index;
    if (/[\w{]/.test(before) && namedDescriptor.test(rest)) return index;
  }
  return null;
}
