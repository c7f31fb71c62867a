import Anser from "anser";
import { cssRgb, parseRgb, readablePair, textOn, type ReadablePair } from "./ansi-colour.ts";

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

/** Spans of a row as the server gives it: colour sequences in one form, no other ones. */
export function rowSpans(text: string): Span[] {
  if (!text.includes("\u001b")) {
    return [{ text, bold: false, dim: false, italic: false, underline: false, strike: false }];
  }
  return Anser.ansiToJson(text, { json: true, remove_empty: true }).map(toSpan);
}
