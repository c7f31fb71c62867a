/** Decodes the inside of `$'…'` as bash does. A NUL ends the word's text; the rest of that quote is dropped. */
const simple: Record<string, string> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

function digits(text: string, from: number, most: number, pattern: RegExp): string {
  let end = from;
  while (end < text.length && end - from < most && pattern.test(text.charAt(end))) end += 1;
  return text.slice(from, end);
}

const hex = /[0-9a-fA-F]/;
const octal = /[0-7]/;

/** The bytes an escape stands for are kept as code points below 256; names are ASCII, so a compare is exact. */
export function decodeAnsiC(inside: string): string {
  let out = "";
  let at = 0;
  while (at < inside.length) {
    const char = inside.charAt(at);
    if (char !== "\\") {
      out += char;
      at += 1;
      continue;
    }
    const next = inside.charAt(at + 1);
    const known = simple[next];
    if (known !== undefined) {
      out += known;
      at += 2;
      continue;
    }
    const code = numeric(inside, at + 1);
    if (code !== null) {
      if (code.value === 0) return out;
      out += code.value > 0x10ffff ? "\ufffd" : String.fromCodePoint(code.value);
      at = code.end;
      continue;
    }
    if (next === "c" && at + 2 < inside.length) {
      const control = inside.charAt(at + 2);
      const value = control === "?" ? 0x7f : control.charCodeAt(0) & 0x1f;
      if (value === 0) return out;
      out += String.fromCharCode(value);
      // the backslash of a control character is written twice
      at += inside.startsWith("\\\\", at + 2) ? 4 : 3;
      continue;
    }
    out += `\\${next}`;
    at += 2;
  }
  return out;
}

function numeric(inside: string, at: number): { value: number; end: number } | null {
  const kind = inside.charAt(at);
  if (octal.test(kind)) {
    const found = digits(inside, at, 3, octal);
    return { value: Number.parseInt(found, 8) & 0xff, end: at + found.length };
  }
  if (kind === "x") {
    if (inside.charAt(at + 1) === "{") {
      const found = digits(inside, at + 2, 64, hex);
      const close = inside.charAt(at + 2 + found.length) === "}" ? 1 : 0;
      return {
        value: found === "" ? 0 : Number.parseInt(found.slice(-8), 16) & 0xff,
        end: at + 2 + found.length + close,
      };
    }
    const found = digits(inside, at + 1, 2, hex);
    return found === "" ? null : { value: Number.parseInt(found, 16), end: at + 1 + found.length };
  }
  if (kind === "u" || kind === "U") {
    const found = digits(inside, at + 1, kind === "u" ? 4 : 8, hex);
    return found === "" ? null : { value: Number.parseInt(found, 16), end: at + 1 + found.length };
  }
  return null;
}

/**
 * Does a `$'…'` in it stand for text with a dollar sign or a backtick, or hold a quote by which a shell that does not
 * know this form ends it before what closes the text around it.
 */
export function hidesSign(text: string): boolean {
  if (!text.includes("'")) return false;
  const quotes = text.slice(0, 65_536).matchAll(/\$(?:\\\n)*'((?:[^'\\]|\\[^])*)'/g);
  return [...quotes].some(
    ([, inside = ""]) => /[$`]/.test(decodeAnsiC(inside)) || /\\'[^]*[}"]/.test(inside),
  );
}
