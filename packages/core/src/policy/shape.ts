import type { RefusalCode } from "../refusal.ts";

/** The longest argument the kernel passes, in bytes, and the most of all arguments together. */
const longestBytes = 131_071;
const mostBytes = 2_000_000;
const mostArguments = 32_768;
const bareName = /^[A-Za-z0-9_.+@:-]{1,255}$/;

export function isBareName(name: string): boolean {
  return name === "[" || bareName.test(name);
}

export type ShapeProblem = { code: RefusalCode; sentence: string; hint?: string };

/** What keeps an argv from being executed exactly as it was checked; looked at before anything else. */
export function shapeProblem(argv: readonly string[]): ShapeProblem | null {
  let total = 0;
  if (argv.length > mostArguments) {
    return { code: "bad_argument", sentence: "there are too many arguments", hint: "put them in a file" };
  }
  for (const argument of argv) {
    if (argument.includes("\0"))
      return { code: "bad_argument", sentence: "an argument holds a NUL, where the kernel would cut it" };
    if (!argument.isWellFormed())
      return {
        code: "bad_argument",
        sentence: "an argument holds half a character, which would be changed on the way",
      };
    const bytes = argument.length > longestBytes ? argument.length : byteLength(argument);
    if (bytes > longestBytes)
      return {
        code: "bad_argument",
        sentence: "an argument is longer than the system can pass",
        hint: "put the text in a file",
      };
    total += bytes + 9;
    if (total > mostBytes)
      return {
        code: "bad_argument",
        sentence: "the arguments together are longer than the system can pass",
        hint: "put the text in a file",
      };
  }
  return null;
}

function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
