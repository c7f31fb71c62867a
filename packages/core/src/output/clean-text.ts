import { nextSgr } from "./sgr.ts";

/** Every escape sequence: CSI, the strings (OSC, DCS and kin) and the two-character ones. */
const sequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;
const colour = /^\u001b\[([0-9;:]*)m$/;
const loneEscape = /\u001b/g;

/** Text with colour sequences in one canonical, absolute form and every other sequence gone. */
export function keepColours(text: string, start: string): string {
  if (start === "" && !text.includes("\u001b")) return text;
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

/** Text without any escape sequence; bytes that are no UTF-8 are told as such. */
export function plainText(text: string): string {
  const bare = text.includes("\u001b") ? text.replace(sequence, "") : text;
  return bare.replace(/[\udc80-\udcff]/g, (unit, at: number, whole: string) =>
    isLow(whole, at) ? unit : "\ufffd",
  );
}

/** The second half of a character outside the basic plane, and no lone byte. */
function isLow(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
