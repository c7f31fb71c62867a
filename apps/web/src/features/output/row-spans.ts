import Anser from "anser";
import { cssRgb, parseRgb, readablePair, textOn, type ReadablePair } from "./ansi-colour.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import type { Row } from "./row-index.ts";
import { nextSgr } from "./sgr.ts";

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

/** Every escape sequence: CSI, the strings (OSC, DCS and kin) and the two-character ones. */
const sequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;
const colour = /^\u001b\[([0-9;:]*)m$/;
const loneEscape = /\u001b/g;

/** Text with colour sequences in one canonical, absolute form and every other sequence gone. */
function keepColours(text: string, start: string): string {
  let state = start;
  let kept = state === "" ? "" : `\u001b[0;${state}m`;
  let from = 0;
  for (const match of text.matchAll(sequence)) {
    kept += text.slice(from, match.index).replace(loneEscape, "\udc1b");
    from = match.index + match[0].length;
    const params = colour.exec(match[0]);
    if (!params) continue;
    state = nextSgr(state, params[1] ?? "");
    kept += state === "" ? "\u001b[0m" : `\u001b[0;${state}m`;
  }
  return kept + text.slice(from).replace(loneEscape, "\udc1b");
}

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
  return decodeUtf8(row.bytes)
    .replace(sequence, "")
    .replace(/[\udc80-\udcff]/g, "\ufffd");
}
