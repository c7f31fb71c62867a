import { keepColours, plainText } from "@gatehouse/core/output/clean-text";
import { decodeUtf8 } from "@gatehouse/core/output/decode-utf8";
import Anser from "anser";
import { cssRgb, parseRgb, readablePair, textOn, type ReadablePair } from "./ansi-colour.ts";
import type { Row } from "./row-index.ts";

export type Span = {
  text: string;
  colour?: ReadablePair;
  background?: string;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
};

function toSpan(entry: Anser.AnserJsonEntry): Span {
  const fg = entry.fg ? parseRgb(entry.fg) : null;
  const bg = entry.bg ? parseRgb(entry.bg) : null;
  const has = (name: Anser.DecorationName) => entry.decorations.includes(name);
  const span: Span = {
    text: entry.content,
    bold: has("bold"),
    dim: has("dim"),
    italic: has("italic"),
    underline: has("underline"),
    strike: has("strikethrough"),
  };
  const swap = has("reverse");
  const ground = swap ? (fg ?? [128, 134, 146]) : bg;
  const ink = swap ? bg : fg;
  if (ground) {
    span.background = cssRgb(ground);
    span.colour = ink ? readablePair(ink, ground) : { light: textOn(ground), dark: textOn(ground) };
  } else if (ink) span.colour = readablePair(ink, null);
  return span;
}

export function rowSpans(row: Pick<Row, "bytes" | "sgr">): Span[] {
  const text = keepColours(decodeUtf8(row.bytes), row.sgr);
  if (!text.includes("\u001b")) {
    return [{ text, bold: false, dim: false, italic: false, underline: false, strike: false }];
  }
  return Anser.ansiToJson(text, { json: true, remove_empty: true }).map(toSpan);
}

/** The row as plain text, for copying: no colours, no escape sequences. */
export function rowText(row: Pick<Row, "bytes">): string {
  return plainText(decodeUtf8(row.bytes));
}
