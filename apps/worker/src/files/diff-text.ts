import { createTwoFilesPatch } from "diff";

const longest = 256 * 1024;
const longestDiff = 64 * 1024;

/** A unified diff of two texts, or null where they are too large, or too different, to be read by anybody. */
export function diffText(text: { name: string; before: string; after: string; ms?: number }): string | null {
  const { name, before, after } = text;
  if (before.length > longest || after.length > longest) return null;
  if (before === after) return "";
  const patch = createTwoFilesPatch(name, name, before, after, undefined, undefined, {
    context: 3,
    timeout: text.ms ?? 300,
  });
  if (patch === undefined || patch.length > longestDiff) return null;
  const header = patch.indexOf("--- ");
  return header < 0 ? patch : patch.slice(header);
}

/** Text as a person means it: UTF-8 without a NUL. Null for anything else. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, 8192).includes(0)) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch (cause) {
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}

export function lineCount(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
