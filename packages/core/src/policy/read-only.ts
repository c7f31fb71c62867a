import { classify, isDenied, isSensitive, pathTexts } from "../path/classify.ts";
import { isWithin } from "../path/lexical.ts";
import { gitSubcommand } from "../shell/git.ts";
import { argvWord } from "../shell/unfolded.ts";
import type { RunCommandInput } from "../tool-call/tool-call.ts";
import type { ReadOnlyEntry } from "../shell/tables.ts";
import type { RuleInput } from "./rule.ts";

/** Whether a call matches the read-only list, and if it would but for an argument, which kind of argument that is. */
export type ReadOnlyMatch = { matches: boolean; lost: "sensitive" | "outside" | null };

const noMatch: ReadOnlyMatch = { matches: false, lost: null };

export function readOnlyMatch(input: RuleInput): ReadOnlyMatch {
  const { argv, network, sandbox } = input.call.input;
  if (network === true || sandbox === false) return noMatch;
  const words = withoutGitGlobals(argv);
  if (words === null || listed(words, input.lists.readOnly) === undefined) return noMatch;
  const lost = lostBy(argv.slice(1), input);
  return { matches: lost === null, lost };
}

/** git's global options are skipped by their real arity; those that could run or write something match nothing. */
function withoutGitGlobals(argv: readonly string[]): readonly string[] | null {
  if (argv[0] !== "git") return argv;
  const at = gitSubcommand(argv.map(argvWord));
  if (at < 0) return argv.length === 2 && argv[1] === "--version" ? argv : null;
  const globals = argv.slice(1, at);
  for (let index = 0; index < globals.length; index += 1) {
    const option = globals[index] ?? "";
    if (takesWord.has(option)) index += 1;
    else if (option === "-c" && harmlessSetting(globals[index + 1] ?? "")) index += 1;
    else if (!harmlessGlobals.has(option) && !/^--(?:git-dir|work-tree|namespace)=/.test(option)) return null;
  }
  return ["git", ...argv.slice(at)];
}

const takesWord = new Set(["-C", "--git-dir", "--work-tree", "--namespace"]);
const harmlessGlobals = new Set([
  "--no-pager",
  "-P",
  "--bare",
  "--no-replace-objects",
  "--literal-pathspecs",
  "--glob-pathspecs",
  "--noglob-pathspecs",
  "--icase-pathspecs",
  "--no-optional-locks",
  "--no-lazy-fetch",
  "--no-advice",
]);

/**
 * `git -c key=value` whose key only shapes what is shown, by git-config(1): none of them names a program, a file or
 * a place, whatever the value.
 */
const showingKeys =
  /^(?:color\.(?:ui|advice|branch|blame\.\w+|diff|decorate|grep|showbranch|status)|color\.(?:branch|diff|decorate|grep|status)\.\w+|column\.(?:ui|branch|status|tag)|core\.(?:abbrev|quotepath|whitespace)|advice\.\w+|blame\.(?:blankboundary|coloring|date|showemail|showroot)|branch\.sort|tag\.sort|diff\.(?:algorithm|colormoved|colormovedws|context|dirstat|indentheuristic|interhunkcontext|mnemonicprefix|noprefix|relative|renamelimit|renames|statgraphwidth|statnamewidth|submodule|suppressblankempty|wserrorhighlight)|format\.pretty|grep\.(?:column|extendedregexp|fullname|linenumber|patterntype)|i18n\.logoutputencoding|log\.(?:abbrevcommit|date|decorate|diffmerges|follow|graphcolors|showroot)|status\.(?:aheadbehind|branch|displaycommentprefix|relativepaths|renamelimit|renames|short|showstash|showuntrackedfiles))$/i;
/** Settings that turn off what could run a program. */
const quieting =
  /^(?:core\.pager=cat|pager\.\w+=(?:false|cat)|core\.fsmonitor=false|core\.hookspath=\/dev\/null)$/i;

function harmlessSetting(setting: string): boolean {
  return showingKeys.test(setting.split("=", 1)[0] ?? "") || quieting.test(setting);
}

/** The entry of the list that a call matches by its words, whatever its paths and options besides; null for none. */
export function readOnlyEntryOf(
  { argv, network, sandbox }: RunCommandInput,
  list: ReadonlyMap<string, ReadOnlyEntry>,
): string | null {
  if (network === true || sandbox === false) return null;
  const words = withoutGitGlobals(argv);
  return words === null ? null : (listed(words, list)?.command ?? null);
}

function listed(
  words: readonly string[],
  list: ReadonlyMap<string, ReadOnlyEntry>,
): ReadOnlyEntry | undefined {
  for (let count = Math.min(3, words.length); count >= 1; count -= 1) {
    const entry = list.get(words.slice(0, count).join(" "));
    if (entry !== undefined && !words.slice(0, count).some((word) => word.includes(" ")))
      return keepsReading(words.slice(count), entry) ? entry : undefined;
  }
  return undefined;
}

/** In `not`: an operand that begins so names a file of further options. */
const argumentFile = "@";
/** In `not`: a file named `host:path`, which the program fetches through another one. */
const remoteFile = ":";
const ofAnotherHost = /^(?:--?[a-zA-Z][\w-]*=|-[a-zA-Z]*f)?[^-/:=][^/:=]*:/;

/** Does the rest of the words leave an entry read-only: its flag rules, and the most operands it may have. */
export function keepsReading(rest: readonly string[], entry: ReadOnlyEntry): boolean {
  if (entry.not?.includes(remoteFile) === true && rest.some((word) => ofAnotherHost.test(word))) return false;
  let operands = 0;
  let options = true;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? "";
    if (options && word === "--") {
      options = false;
      continue;
    }
    if (!options || !/^[-+]./.test(word)) {
      operands += 1;
      if (entry.not?.includes(word) === true) return false;
      if (entry.not?.includes(argumentFile) === true && word.startsWith(argumentFile)) return false;
      continue;
    }
    if (!optionAllowed(word, entry)) return false;
    if (takesNext(word, entry)) at += 1;
  }
  return entry.operands === undefined || operands <= entry.operands;
}

/** The next word is the value of the last letter of a cluster; it is not looked at as an operand. */
function takesNext(word: string, entry: ReadOnlyEntry): boolean {
  if (entry.next?.includes(word) === true) return true;
  if (entry.value === undefined || word.startsWith("--")) return false;
  const at = [...word.slice(1)].findIndex(
    (letter) => entry.value?.includes(letter) === true || entry.attached?.includes(letter) === true,
  );
  return at >= 0 && at === word.length - 2 && entry.value.includes(word.charAt(at + 1));
}

function optionAllowed(word: string, entry: ReadOnlyEntry): boolean {
  const name = word.startsWith("--") ? (word.split("=", 1)[0] ?? word) : word;
  if (entry.only !== undefined)
    return word.startsWith("--")
      ? entry.only.includes(name)
      : clusterOf(word, entry).every((flag) => entry.only?.includes(flag) === true) ||
          entry.only.includes(word);
  const not = entry.not ?? [];
  if (entry.exact?.includes(name) === true) return true;
  if (word.startsWith("--"))
    return !not.some(
      (flag) => flag === name || (flag.startsWith("--") && name.length > 2 && flag.startsWith(name)),
    );
  if (
    not.some(
      (flag) => !flag.startsWith("--") && flag.length > 2 && (word === flag || word.startsWith(`${flag}=`)),
    )
  )
    return false;
  return !clusterOf(word, entry).some((flag) => not.includes(flag));
}

/** The single-letter options of a cluster, up to one that takes the rest as its value. */
function clusterOf(word: string, entry: ReadOnlyEntry): string[] {
  const flags: string[] = [];
  for (const letter of word.slice(1)) {
    flags.push(`${word.charAt(0)}${letter}`);
    if (entry.value?.includes(letter) === true || entry.attached?.includes(letter) === true) break;
  }
  return flags;
}

/** An argument that takes the call off the list: a sensitive path, or an existing one that is not readable. */
function lostBy(args: readonly string[], { facts, lists }: RuleInput): ReadOnlyMatch["lost"] {
  for (const argument of args) {
    for (const text of pathTexts(argument)) {
      const { lexical, real, inHome } = classify(text, facts);
      if (
        isSensitive(lexical, lists.sensitive) ||
        isSensitive(real, lists.sensitive) ||
        isDenied(real, lists.deniedPaths)
      )
        return "sensitive";
      const wanted = text.startsWith("/") || real !== lexical || !isWithin(lexical, facts.home);
      if (!wanted || inHome || real === "/dev/null" || lists.readable.some((entry) => isWithin(real, entry)))
        continue;
      if (real === "/" || real !== lexical || facts.existing.some((path) => isWithin(path, real)))
        return "outside";
    }
  }
  return null;
}
