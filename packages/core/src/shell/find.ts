import type { Word } from "./ast.ts";
import { optionness, type Sink } from "./sink.ts";
import { appendedWords, type Frame } from "./unfolded.ts";

/** Tests of find that take the next word, so that an expansion there is their value. */
const takesValue = new Set([
  "-amin",
  "-anewer",
  "-atime",
  "-cmin",
  "-cnewer",
  "-context",
  "-ctime",
  "-fstype",
  "-gid",
  "-group",
  "-ilname",
  "-iname",
  "-inum",
  "-ipath",
  "-iregex",
  "-iwholename",
  "-links",
  "-lname",
  "-maxdepth",
  "-mindepth",
  "-mmin",
  "-mtime",
  "-name",
  "-newer",
  "-newermt",
  "-path",
  "-perm",
  "-printf",
  "-regex",
  "-regextype",
  "-samefile",
  "-size",
  "-type",
  "-uid",
  "-used",
  "-user",
  "-wholename",
  "-xtype",
  "-fprint",
  "-fprint0",
  "-fls",
]);

const actions = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** `find`: each of its actions that runs a program, up to `;` or `+`. `{}` stands for a path only find knows. */
export function unfoldFind(words: readonly Word[], sink: Sink): void {
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) return;
    if (word.value === null) {
      if (mayHoldAction(words, at, sink)) {
        sink.issue(
          "wrapper_not_static",
          word,
          "an expansion stands where an action of find may stand",
          "quote it, or write the words out",
        );
      }
      continue;
    }
    if (!actions.has(word.value)) continue;
    const end = actionEnd(words, at + 1);
    const inner = words.slice(at + 1, end);
    runWithPlaceholder(inner, "{}", sink, startsPlain(words) ? "./" : "");
    at = end;
  }
}

/** May an expansion among find's words turn out to be, or to hold, an action that runs a program. */
function mayHoldAction(words: readonly Word[], at: number, sink: Sink): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (plainPattern(word)) return false;
  const { frame } = sink.scope;
  if (word.many && frame !== null && mentionsAction(frame, words)) return true;
  if (takesValue.has(words[at - 1]?.value ?? "")) return false;
  // A file may be called like an action; a pattern that can match its dash was written for that.
  if (
    word.dynamic === "glob" &&
    /^(?:\[(?:[!^-]|[^\]]*-\]|[^\]]*\[)|\?|[@+!?*]\()/.test(word.text) &&
    hasActionEnd(words, at)
  )
    return true;
  const option = optionness(word, frame);
  if (option === "maybe" && !word.many) sink.suspect(words[at + 1]);
  return option === "yes" || (option === "maybe" && word.many && hasActionEnd(words, at));
}

/** A pattern for file names whose first letter is literal: whatever matches it begins so, and is no action. */
function plainPattern({ dynamic, variables, outline, text }: Word): boolean {
  return (
    dynamic === "glob" &&
    variables.length === 0 &&
    /^(?:\\\*|[A-Za-z0-9_./])/.test(text) &&
    !outline.includes("\u0001")
  );
}

/** Does the script hold the name of an action anywhere but among these words themselves. */
function mentionsAction({ script }: Frame, words: readonly Word[]): boolean {
  const own = new Set(words.map((word) => word.start));
  return script.words.some((word) => /exec|-ok/.test(word.outline) && !own.has(word.start));
}

function actionEnd(words: readonly Word[], from: number): number {
  let at = from;
  for (; at < words.length; at += 1) {
    const text = words[at]?.value;
    if (text === ";") break;
    if (text === "+" && words[at - 1]?.value === "{}") break;
  }
  return at;
}

function hasActionEnd(words: readonly Word[], from: number): boolean {
  return words.slice(from + 1).some((word) => word.value === ";" || word.value === "+");
}

/** `fd … -x CMD`, `-X CMD`: everything after it, up to `;`. */
export function unfoldFd(words: readonly Word[], sink: Sink): void {
  const at = words.findIndex((word) => /^-[a-zA-Z]*[xX]$|^--exec(?:-batch)?(?:=|$)/.test(word.value ?? ""));
  if (at < 0) return;
  const end = words.findIndex((word, index) => index > at && word.value === ";");
  const head = words[at]?.value?.replace(/^--exec(?:-batch)?=/, "") ?? "";
  const attached = words[at] !== undefined && !head.startsWith("-") ? [{ ...words[at], value: head }] : [];
  const inner = [...attached, ...words.slice(at + 1, end < 0 ? undefined : end)];
  runWithPlaceholder(
    inner.some((word) => word.value?.includes("{}") === true) ? inner : [...inner, appendedWords],
    "{}",
    sink,
  );
}

/**
 * Runs an inner argv in which a placeholder stands for data. Alone it is one unknown word; inside a longer word it
 * makes that word unknown, so that data can never become a program's name or a script.
 */
export function runWithPlaceholder(
  words: readonly Word[],
  placeholder: string,
  sink: Sink,
  prefix = "",
): void {
  sink.argv(words.map((word) => withPlaceholder(word, placeholder, prefix)));
}

/** What find puts in the place of `{}` starts with a starting point, which is no option. */
function startsPlain(words: readonly Word[]): boolean {
  const first = words.slice(1).find((word) => !/^-[HLP]$/.test(word.value ?? ""));
  return first === undefined || (first.value !== null && /^[^-(!]/.test(first.value));
}

function withPlaceholder(word: Word, placeholder: string, prefix: string): Word {
  if (word.value === null || placeholder === "" || !word.value.includes(placeholder)) return word;
  return {
    ...word,
    value: null,
    dynamic: "variable",
    many: false,
    outline: word.value.split(placeholder).join(`${prefix}\u0001`),
    variables: [],
  };
}
