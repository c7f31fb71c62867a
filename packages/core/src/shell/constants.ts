import type { Command, Script, Word } from "./ast.ts";
import { staticValue } from "./static-word.ts";
import { argvWord } from "./unfolded.ts";
import { unknownText } from "./unknown-text.ts";

type Texts = readonly string[];

/** Constants of one variable and texts of one word that are told apart. */
const mostConstants = 32;
const mostTexts = 32;
/** What a variable takes from another is followed so often. */
const mostRounds = 4;

class Collector {
  /** each a list of one word, or of an array's elements */
  readonly values = new Map<string, Texts[]>();
  readonly aliases = new Map<string, Texts>();
  private waiting: { name: string; words: readonly Word[] }[] = [];

  add(name: string, texts: Texts): void {
    const list = this.values.get(name);
    if (list === undefined) this.values.set(name, [texts]);
    else if (list.length < mostConstants && !list.some((other) => same(other, texts))) list.push(texts);
  }

  /** A value in words; one that another variable holds waits until that is known. */
  give(name: string, words: readonly Word[]): void {
    if (words.every(({ value }) => value !== null))
      this.add(
        name,
        words.map(({ value }) => value ?? ""),
      );
    else this.waiting.push({ name, words });
  }

  settle(): void {
    for (let round = 0; round < mostRounds && this.waiting.length > 0; round += 1)
      for (const { name, words } of this.waiting) {
        const [only] = words;
        if (only === undefined || words.length > 1) continue;
        for (const text of textsOf(only, this.values)) this.add(name, [text]);
      }
  }
}

function same(one: Texts, other: Texts): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/**
 * What is known of the variables of a call's scripts, which hand them on to one another: the constants they are given,
 * whatever gives them, in no order.
 */
export class Constants {
  /** signs at which `IFS` makes the shell cut, beside blanks */
  private separators: readonly RegExp[] = [];
  /** there is a variable that is a reference, which may stand for a list */
  private references = false;
  private aliased = false;
  private readonly collector = new Collector();
  private readonly scripts: Script[] = [];
  private readonly given: (readonly Word[])[] = [];

  addScript(script: Script): void {
    this.scripts.push(script);
    this.aliased ||= script.commands.some(
      ({ words }) => words[0]?.value === "alias" || words[1]?.value === "alias",
    );
  }

  /** `$0` and what follows it, of a script that a shell is given. */
  addArguments(words: readonly Word[]): void {
    this.given.push(words);
  }

  /** The words that an alias stands for. */
  alias(name: string): readonly string[] | undefined {
    return this.aliased ? this.settled().aliases.get(name) : undefined;
  }

  holdsReferences(): boolean {
    this.settled();
    return this.references;
  }

  /** The texts a word becomes by constants and operands of its own; empty when not all of it is known. */
  texts(word: Word): Texts {
    return word.value !== null || word.unknowns === undefined ? [] : textsOf(word, this.settled().values);
  }

  /** As `texts`, as the words they are cut into where the word is not quoted. */
  words(word: Word): readonly (readonly Word[])[] {
    if (word.value !== null || word.unknowns === undefined) return [];
    const { values } = this.settled();
    const [only, ...more] = word.unknowns;
    const whole =
      word.outline === unknownText && only !== undefined && only.name !== null && more.length === 0
        ? [...(values.get(only.name) ?? []), ...(only.text === null ? [] : [[only.text]])]
        : textsOf(word, values).map((text) => [text]);
    const cuts = word.text.startsWith('"') || !word.many ? [] : [/\s+/, ...this.separators];
    const lists =
      cuts.length === 0
        ? whole.map((list) => (word.many ? list : [list.join(" ")]))
        : cuts.flatMap((at) =>
            whole.map((list) => list.flatMap((text) => text.split(at)).filter((text) => text !== "")),
          );
    return lists.map((list) => list.map((text) => ({ ...argvWord(text), start: word.start, end: word.end })));
  }

  private settled(): Collector {
    if (this.scripts.length === 0 && this.given.length === 0) return this.collector;
    for (const script of this.scripts.splice(0)) this.read(script);
    for (const [zero, ...words] of this.given.splice(0)) {
      if (zero !== undefined) this.collector.give("0", [zero]);
      positional(words, this.collector);
    }
    this.collector.settle();
    this.separators = (this.collector.values.get("IFS") ?? []).flatMap(([signs]) => {
      const marks = signs?.replace(/\s/g, "").replace(/[\\\]^-]/g, "\\$&") ?? "";
      return marks === "" ? [] : [new RegExp(`[\\s${marks}]+`)];
    });
    return this.collector;
  }

  private read(script: Script): void {
    const { collector } = this;
    const pieces = new Map<string, Word[]>();
    for (const { name, value, elements, append, subscript } of script.assignments) {
      const words = value === null ? elements.map(withoutKey) : [value];
      collector.give(name, words);
      if (value === null) for (const word of words) collector.give(name, [word]);
      if (append || subscript !== null || pieces.has(name))
        pieces.set(name, [...(pieces.get(name) ?? []), ...words]);
      else pieces.set(name, [...words]);
    }
    for (const { name, append, subscript } of script.assignments)
      if (append || subscript !== null) collector.give(name, pieces.get(name) ?? []);
    for (const { name, words } of script.loops)
      for (const word of words) collector.give(name.value ?? "", [word]);
    for (const { kind, detail, value } of script.oddities)
      if (kind === "assigning_expansion" && value !== null) collector.give(detail, [value]);
    const functions = new Set(script.functions.map(({ name }) => name.value));
    for (const command of script.commands) fromCommand(command, functions, collector);
    this.references ||=
      script.commands.some(({ words }) => words.some(({ value }) => declarations.has(value ?? ""))) &&
      script.words.some(({ outline }) => /^-\w*n/.test(outline));
  }
}

const declarations = new Set(["declare", "typeset", "local"]);

/** `[key]=value` in a list. */
function withoutKey(word: Word): Word {
  const rest = /^\[[^\]]*\]\+?=(.*)$/s.exec(word.text)?.[1];
  const text = rest === undefined ? null : staticValue(rest, true);
  return text === null ? word : { ...word, value: text, outline: text };
}

function fromCommand(command: Command, functions: ReadonlySet<string | null>, collector: Collector): void {
  const [first, ...rest] = command.words;
  const name = first?.value ?? null;
  if (name === null) return;
  if (name === "env" || name === "export") assigned(rest, collector);
  else if (name === "alias" || rest[0]?.value === "alias")
    for (const word of rest) addAlias(word.value ?? "", collector);
  if (name === "set") positional(rest[0]?.value === "--" ? rest.slice(1) : rest, collector);
  else if (name === "read" || name === "mapfile" || name === "readarray") read(command, collector);
  else if (name === "printf") printed(rest, collector);
  else if (functions.has(name)) positional(rest, collector);
}

/** `env a=b program`. */
function assigned(words: readonly Word[], collector: Collector): void {
  for (const { value } of words) {
    const [, name, text] = /^([A-Za-z_]\w*)=(.*)$/s.exec(value ?? "") ?? [];
    if (name !== undefined && text !== undefined) collector.add(name, [text]);
  }
}

function addAlias(text: string, collector: Collector): void {
  const at = text.indexOf("=");
  if (at > 0) collector.aliases.set(text.slice(0, at), text.slice(at + 1).split(/\s+/));
}

/** All words, and what is left of them after some were shifted away. */
function positional(words: readonly Word[], collector: Collector): void {
  for (let from = 0; from < Math.max(1, Math.min(words.length, 4)); from += 1) {
    collector.give("@", words.slice(from));
    collector.give("*", words.slice(from));
  }
  words.slice(0, 9).forEach((word, index) => {
    for (let at = 1; at <= index + 1; at += 1) collector.give(String(at), [word]);
  });
}

/** `read a b <<< 'text'`: each gets a word, the last one the rest, an array all of them. */
function read({ words, stdin }: Command, collector: Collector): void {
  if (stdin.kind !== "text" || stdin.text === null) return;
  const text = stdin.text.trim();
  const parts = text.split(/\s+/);
  const names = words.slice(1).map(({ value }) => value ?? "");
  names
    .filter((name) => /^[A-Za-z_]\w*$/.test(name))
    .forEach((name, index) => {
      collector.add(name, [parts[index] ?? ""]);
      collector.add(name, [parts.slice(index).join(" ")]);
      if (parts.length > 1) collector.add(name, parts);
      if (text.includes("\n")) collector.add(name, text.split("\n"));
      if (text.includes(",")) collector.add(name, text.split(","));
    });
}

function printed(words: readonly Word[], collector: Collector): void {
  const at = words.findIndex(({ value }) => value?.startsWith("-v") === true);
  const option = words[at]?.value ?? "";
  const name = option === "-v" ? words[at + 1]?.value : option.slice(2);
  if (at < 0 || name === undefined || name === null) return;
  const [format, ...values] = words.slice(option === "-v" ? at + 2 : at + 1);
  if (format !== undefined) collector.give(name, [format]);
  for (const value of values) collector.give(name, [value]);
}

function textsOf({ value, outline, unknowns }: Word, values: ReadonlyMap<string, readonly Texts[]>): Texts {
  if (value !== null || unknowns === undefined) return [];
  const pieces = outline.split(unknownText);
  if (pieces.length !== unknowns.length + 1) return [];
  let texts = [pieces[0] ?? ""];
  unknowns.forEach(({ name, text }, index) => {
    const given = name === null ? [] : (values.get(name) ?? []).map((list) => list.join(" "));
    const found = text === null ? given : [...given, text];
    texts = texts
      .flatMap((before) => found.map((own) => before + own + (pieces[index + 1] ?? "")))
      .slice(0, mostTexts);
  });
  return texts;
}
