import { plainText } from "@gatehouse/core/output/clean-text";
import { AppError } from "@gatehouse/core/errors";
import { RE2JS, RE2JSException } from "re2js";

export type Wanted = { text: string; kind: "literal" | "regex" };
export type RowMatcher = (row: Uint8Array) => boolean;

/**
 * Says whether a row, as it is shown, holds what is looked for. Words without a capital are found in any case. An expression is
 * RE2's: its time grows with the length of the row and with nothing else, so that none can hold the server up.
 */
export function rowMatcher({ text, kind }: Wanted): RowMatcher {
  const anyCase = text === text.toLowerCase();
  return kind === "regex" ? regexMatcher(text, anyCase) : literalMatcher(text, anyCase);
}

function regexMatcher(text: string, anyCase: boolean): RowMatcher {
  const expression = compile(text, anyCase);
  return (row) => expression.matcher(shown(row)).find();
}

function compile(text: string, anyCase: boolean): RE2JS {
  try {
    return RE2JS.compile(text, anyCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new AppError("invalid_input", `This is no regular expression: ${told(error.message)}`, {
      cause: error,
    });
  }
}

/** The library's words without the option that was put before the text. */
function told(message: string): string {
  return message.replace(/^error parsing regexp: /, "").replace("`(?i)", "`");
}

function literalMatcher(text: string, anyCase: boolean): RowMatcher {
  const needle = Buffer.from(text);
  const onlyAscii = /^[\u0000-\u007f]*$/.test(text);
  if (anyCase && !onlyAscii) return (row) => shown(row).toLowerCase().includes(text);
  return (row) =>
    row.includes(0x1b) ? holds(Buffer.from(shown(row)), needle, anyCase) : holds(row, needle, anyCase);
}

function shown(row: Uint8Array): string {
  const text = Buffer.from(row.buffer, row.byteOffset, row.length).toString("utf8");
  return row.includes(0x1b) ? plainText(text) : text;
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

function holds(row: Uint8Array, needle: Uint8Array, anyCase: boolean): boolean {
  const last = row.length - needle.length;
  const first = needle[0];
  for (let at = 0; at <= last; at += 1) {
    const byte = row[at] ?? 0;
    if ((anyCase ? lower(byte) : byte) !== first) continue;
    let same = 1;
    while (same < needle.length) {
      const next = row[at + same] ?? 0;
      if ((anyCase ? lower(next) : next) !== needle[same]) break;
      same += 1;
    }
    if (same === needle.length) return true;
  }
  return false;
}
