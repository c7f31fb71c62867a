import { decodeAnsiC } from "./ansi-c.ts";

/**
 * Quote removal by our own reading of the text, independent of both parsers: the value of a word that is static,
 * or null as soon as anything in it is left to the shell (expansion, glob, brace list, tilde).
 */
export function staticValue(text: string, assignment = false): string | null {
  const reader: Reader = { text, at: 0, out: "", brackets: false, braces: 0, assignment };
  while (reader.at < text.length) {
    ordinary.lastIndex = reader.at;
    const run = ordinary.exec(text)?.[0];
    if (run !== undefined) {
      reader.out += run;
      reader.at += run.length;
    } else if (!step(reader)) return null;
  }
  return reader.out;
}

/** Characters that mean themselves, outside quotes and inside double quotes; taken a run at a time. */
const ordinary = /[^\\'"$`~*?[\]{},.<>()|&;]+/y;
const ordinaryQuoted = /[^"\\$`]+/y;

type Reader = {
  text: string;
  at: number;
  out: string;
  brackets: boolean;
  braces: number;
  assignment: boolean;
};

const expansionStart = /[A-Za-z0-9_@*#?$!({[-]/;

function step(reader: Reader): boolean {
  const { text, at } = reader;
  const char = text.charAt(at);
  switch (char) {
    case "\\":
      if (text.charAt(at + 1) !== "\n") reader.out += text.charAt(at + 1);
      if (at + 1 >= text.length) reader.out += "\\";
      reader.at = at + 2;
      return true;
    case "'":
      return single(reader);
    case '"':
      return double(reader, at + 1);
    case "$":
      return dollar(reader);
    case "`":
      return false;
    case "~":
      if (at === 0 || (reader.assignment && text.charAt(at - 1) === ":")) return false;
      break;
    case "*":
    case "?":
      if (!reader.assignment) return false;
      break;
    case "[":
      reader.brackets = true;
      break;
    case "]":
      if (reader.brackets && !reader.assignment) return false;
      break;
    case "{":
      reader.braces += 1;
      break;
    case ",":
      if (reader.braces > 0 && !reader.assignment) return false;
      break;
    case ".":
      if (reader.braces > 0 && text.charAt(at + 1) === "." && !reader.assignment) return false;
      break;
    case "<":
    case ">":
    case "(":
    case ")":
    case "|":
    case "&":
    case ";":
      return false;
  }
  reader.out += char;
  reader.at = at + 1;
  return true;
}

function single(reader: Reader): boolean {
  const close = reader.text.indexOf("'", reader.at + 1);
  if (close < 0) return false;
  reader.out += reader.text.slice(reader.at + 1, close);
  reader.at = close + 1;
  return true;
}

function double(reader: Reader, from: number): boolean {
  const { text } = reader;
  let at = from;
  for (;;) {
    ordinaryQuoted.lastIndex = at;
    const run = ordinaryQuoted.exec(text)?.[0];
    if (run !== undefined) {
      reader.out += run;
      at += run.length;
    }
    const char = text.charAt(at);
    if (char === "" || char === "`") return false;
    if (char === '"') break;
    if (char === "$" && expansionStart.test(text.charAt(skipContinuations(text, at + 1)))) return false;
    if (char === "\\") {
      const next = text.charAt(at + 1);
      if (next === "$" || next === "`" || next === '"' || next === "\\") reader.out += next;
      else if (next !== "\n") reader.out += `\\${next}`;
      at += 2;
      continue;
    }
    reader.out += char;
    at += 1;
  }
  reader.at = at + 1;
  return true;
}

function dollar(reader: Reader): boolean {
  const { text, at } = reader;
  const next = skipContinuations(text, at + 1);
  const char = text.charAt(next);
  if (char === "'") {
    const close = ansiCEnd(text, next + 1);
    if (close < 0) return false;
    reader.out += decodeAnsiC(text.slice(next + 1, close));
    reader.at = close + 1;
    return true;
  }
  if (char === '"') return double(reader, next + 1);
  if (expansionStart.test(char)) return false;
  reader.out += "$";
  reader.at = at + 1;
  return true;
}

export function ansiCEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "'") return at;
  }
  return -1;
}

export function skipContinuations(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === "\\" && text.charAt(at + 1) === "\n") at += 2;
  return at;
}
