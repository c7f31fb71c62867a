import type { Word } from "./ast.ts";

/** Which options of a program take a value; everything else that starts with a dash takes none, or is not known. */
export type OptionGrammar = {
  value?: readonly string[];
  flag?: readonly string[];
  long_equals?: boolean;
  /** options may follow operands */
  permute?: boolean;
  /** a dash alone is an option too */
  dash_flag?: boolean;
};

export type FoundOption = { name: string; value: Word | null; attached: boolean; index: number };

export type OptionScan = {
  options: FoundOption[];
  operands: Word[];
  /** index of the first operand, or of the end */
  rest: number;
  /** an expansion stood where an option may stand, so that nothing after it is certain */
  unclear: Word | null;
  /** the option nobody knows that stood last before the operands: it may have taken the next word */
  unknown: boolean;
  /** values of options that were only guessed from a prefix: each may be the first operand instead */
  doubts: Word[];
};

type Scanner = { words: readonly Word[]; grammar: OptionGrammar; scan: OptionScan; at: number };

/** Reads options as getopt does: clusters, attached values, unambiguous long prefixes, `--`. */
export function scanOptions(words: readonly Word[], from: number, grammar: OptionGrammar): OptionScan {
  const scan: OptionScan = {
    options: [],
    operands: [],
    rest: from,
    unclear: null,
    unknown: false,
    doubts: [],
  };
  const scanner: Scanner = { words, grammar, scan, at: from };
  for (;;) {
    const word = words[scanner.at];
    if (word === undefined) break;
    const text = word.value ?? (word.outline.startsWith("-") && !word.many ? word.outline : null);
    if (text === null && word.many) {
      scan.unclear ??= word;
      break;
    }
    if (text === "-" && grammar.dash_flag === true) {
      scanner.at += 1;
      continue;
    }
    if (text === "--") {
      scanner.at += 1;
      scan.unknown = false;
      break;
    }
    if (text !== null && text.length > 1 && text.startsWith("-")) {
      if (text.startsWith("--")) longOption(scanner, text, word);
      else shortOptions(scanner, text, word);
      continue;
    }
    if (grammar.permute !== true) break;
    scan.operands.push(word);
    scanner.at += 1;
  }
  scan.rest = scanner.at;
  scan.operands.push(...words.slice(scanner.at));
  return scan;
}

function longOption(scanner: Scanner, text: string, word: Word): void {
  const { grammar, scan } = scanner;
  const equals = text.indexOf("=");
  const given = equals < 0 ? text : text.slice(0, equals);
  const name = fullName(given, grammar);
  const takesValue = grammar.long_equals !== true && grammar.value?.includes(name) === true;
  scan.unknown = false;
  if (equals >= 0) {
    scan.options.push({ name, value: part(word, text, equals + 1), attached: true, index: scanner.at });
    scanner.at += 1;
    return;
  }
  const value = takesValue ? (scanner.words[scanner.at + 1] ?? null) : null;
  scan.options.push({ name, value, attached: false, index: scanner.at });
  if (value !== null && name !== given) scan.doubts.push(value);
  const bare = grammar.long_equals === true || grammar.flag?.includes(name) === true || /^--\d+$/.test(name);
  scan.unknown = !takesValue && !bare;
  scanner.at += takesValue ? 2 : 1;
}

/** The option a long prefix stands for; a prefix of several that includes a value-taking one counts as that one. */
function fullName(given: string, grammar: OptionGrammar): string {
  const known = [...(grammar.value ?? []), ...(grammar.flag ?? [])];
  if (known.includes(given)) return given;
  return known.find((name) => name.startsWith("--") && name.startsWith(given)) ?? given;
}

function shortOptions(scanner: Scanner, text: string, word: Word): void {
  const { grammar, scan } = scanner;
  if (grammar.value?.includes(text) === true || grammar.flag?.includes(text) === true) {
    const takes = grammar.value?.includes(text) === true;
    scan.options.push({
      name: text,
      value: takes ? (scanner.words[scanner.at + 1] ?? null) : null,
      attached: false,
      index: scanner.at,
    });
    scan.unknown = false;
    scanner.at += takes ? 2 : 1;
    return;
  }
  const equals = text.indexOf("=");
  if (equals > 2 && grammar.value?.includes(text.slice(0, equals)) === true) {
    const value = part(word, text, equals + 1);
    scan.options.push({ name: text.slice(0, equals), value, attached: true, index: scanner.at });
    scan.unknown = false;
    scanner.at += 1;
    return;
  }
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text.charAt(at)}`;
    if (grammar.value?.includes(name) === true) {
      const attached = at + 1 < text.length;
      const value = attached ? part(word, text, at + 1) : (scanner.words[scanner.at + 1] ?? null);
      scan.options.push({ name, value, attached, index: scanner.at });
      scan.unknown = false;
      scanner.at += attached ? 1 : 2;
      return;
    }
    scan.options.push({ name, value: null, attached: false, index: scanner.at });
    scan.unknown = grammar.flag?.includes(name) !== true && !/[0-9]/.test(text.charAt(at));
  }
  scanner.at += 1;
}

/** The value attached to an option: the rest of its word. */
function part(word: Word, text: string, from: number): Word {
  const rest = text.slice(from);
  return { ...word, value: word.value === null ? null : rest, outline: rest };
}
