import { pathTexts } from "../path/classify.ts";
import type { Word } from "../shell/ast.ts";
import { own } from "../shell/own.ts";
import type { ArgumentRoles } from "../shell/tables.ts";
import { type Frame, type Program, placeIn, type Unfolded } from "../shell/unfolded.ts";
import { tables } from "./defaults.ts";
import type { Place } from "./decision.ts";

/** One path that a call names, as text; U+0001 stands for a part only the shell knows. */
export type PathUse = { text: string; write: boolean; place: () => Place | undefined };

const found = new WeakMap<Unfolded, readonly PathUse[]>();

/** Every text in a call that may be a path: arguments, redirect targets, assigned values, words of loops. */
export function pathUses(unfolded: Unfolded): readonly PathUse[] {
  const before = found.get(unfolded);
  if (before !== undefined) return before;
  const uses: PathUse[] = [];
  const scripts = new Set(unfolded.frames.map((frame) => frame.script.source));
  const innermost = shortestHolders(unfolded.programs);
  for (const program of unfolded.programs) programUses(program, scripts, innermost, uses);
  for (const frame of unfolded.frames) frameUses(frame, uses);
  found.set(unfolded, uses);
  return uses;
}

function add(uses: PathUse[], word: Word | null, write: boolean, frame: Frame | null): void {
  if (word === null || word.outline === "" || word.outline === "\u0001") return;
  for (const text of expandBraces(word)) {
    for (const part of pathTexts(text))
      if (part !== "\u0001") uses.push({ text: part, write, place: () => placeIn(frame, word) });
  }
}

/** `{a,b}` lists of plain text, so that each name is seen; anything more is left as it stands. */
function expandBraces(word: Word): string[] {
  const { outline } = word;
  const open =
    word.dynamic === "brace" ? /^([^{]*)\{([^{}]*,[^{}]*)\}([^{}]*)$/s.exec(outline.slice(0, 2048)) : null;
  if (open === null) return [outline];
  return (open[2] ?? "").split(",").map((part) => `${open[1] ?? ""}${part}${open[3] ?? ""}`);
}

function frameUses(frame: Frame, uses: PathUse[]): void {
  const { script } = frame;
  for (const redirect of script.redirects) {
    if (redirect.operator === "<<<" || redirect.operator.startsWith("<<")) continue;
    if (redirect.target !== null && /^[0-9-]+$/.test(redirect.target.text)) continue;
    add(uses, redirect.target, redirect.operator.includes(">"), frame);
  }
  for (const item of script.assignments) {
    add(uses, item.value, false, frame);
    for (const element of item.elements) add(uses, element, false, frame);
  }
  for (const loop of script.loops) for (const word of loop.words) add(uses, word, false, frame);
}

/** A word that was read as a script is no path; what it names is found in its own tree. */
function programUses(
  program: Program,
  scripts: ReadonlySet<string>,
  innermost: ReadonlyMap<Word, number>,
  uses: PathUse[],
): void {
  const { roles } = tables;
  const names = (word: Word): boolean => word.value === null || !scripts.has(word.value);
  if (unwraps(program.name)) {
    for (const word of ownWords(program, innermost).filter(names)) add(uses, word, false, program.frame);
    return;
  }
  const data = roles.text.includes(program.name);
  if (data && program.command?.inSubstitution !== true) return;
  for (const word of pathWords(program, roles).filter(names)) add(uses, word, false, program.frame);
}

function unwraps(name: string): boolean {
  return Object.hasOwn(tables.wrapper, name) && own(tables.wrapper, name)?.special !== "find";
}

/** For each word the length of the shortest argv that holds it: a wrapper's own words stand in no shorter one. */
function shortestHolders(programs: readonly Program[]): ReadonlyMap<Word, number> {
  const shortest = new Map<Word, number>();
  for (const { words } of programs)
    for (const word of words) shortest.set(word, Math.min(words.length, shortest.get(word) ?? words.length));
  return shortest;
}

/** Arguments of a wrapper that are not the inner program's, which has its own turn: options, their values, operands. */
function ownWords(program: Program, innermost: ReadonlyMap<Word, number>): readonly Word[] {
  const { words } = program;
  const searches = own(tables.wrapper, program.name)?.special === "fd";
  return words.slice(1).filter((word) => {
    const text = word.value ?? word.outline;
    return (
      text.startsWith("-") ||
      text.includes("=") ||
      text.includes("/") ||
      (!searches && innermost.get(word) === words.length)
    );
  });
}

function pathWords({ name, words }: Program, roles: ArgumentRoles): Word[] {
  const kept: Word[] = [];
  const isFind = own(tables.wrapper, name)?.special === "find";
  const messages = own(roles.message_option, name) ?? [];
  let patternLeft = roles.pattern_first.includes(name);
  let options = true;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = word.value ?? word.outline;
    if (options && text === "--") {
      options = false;
      continue;
    }
    if (isFind && roles.find_pattern.includes(text)) {
      at += 1;
      continue;
    }
    if (options && text.startsWith("-") && text !== "-") {
      if (messages.includes(text) || roles.pattern_option.includes(text)) {
        at += 1;
        if (text === "-e" || text === "--regexp" || text === "--expression") patternLeft = false;
        continue;
      }
      if (/^-[a-zA-Z]*f$/.test(text) || text.startsWith("--file")) patternLeft = false;
      if (
        roles.pattern_prefix.some((prefix) => text.startsWith(prefix)) ||
        messages.some((option) => text.startsWith(`${option}=`))
      )
        continue;
      kept.push(word);
      continue;
    }
    if (patternLeft) {
      patternLeft = false;
      continue;
    }
    kept.push(word);
  }
  return kept;
}
