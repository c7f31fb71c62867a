import type { SensitiveLists } from "../policy/compiled.ts";
import type { Facts } from "./facts.ts";
import { basename, isWithin, normalise } from "./lexical.ts";
import { absolute, realPath } from "./resolve.ts";

/** Where a path lies and what a policy says of it. */
export type PathClass = {
  /** as the command names it, absolute */
  lexical: string;
  /** after following known links */
  real: string;
  /** part of the name is only known to the running shell */
  partial: boolean;
  inHome: boolean;
  inWorkspace: boolean;
};

/** Text in which U+0001 stands for what only the shell knows: the known leading directories are classified. */
export function classify(text: string, facts: Facts, keepLast = false): PathClass {
  const unknown = text.indexOf("\u0001");
  const known = unknown < 0 ? text : text.slice(0, text.lastIndexOf("/", unknown) + 1);
  const lexical = absolute(known, facts);
  const real = hasLinks(facts) ? realPath(known, facts, keepLast) : lexical;
  return {
    lexical,
    real,
    partial: unknown >= 0,
    inHome: isWithin(real, facts.home),
    inWorkspace: inWorkspace(real, facts),
  };
}

/** Without a known link the real path is the lexical one. */
function hasLinks({ links }: Facts): boolean {
  for (const _link in links) return true;
  return false;
}

export function inWorkspace(real: string, facts: Facts): boolean {
  return isWithin(real, facts.workspace) || (facts.roots ?? []).some((root) => isWithin(real, root));
}

/** By segment and without case; `exempt` base names are not sensitive for their own name. Unknown parts never match. */
export function isSensitive(path: string, lists: SensitiveLists): boolean {
  const lower = path.toLowerCase();
  if (holdsSegment(lower, lists.dirs)) return true;
  const base = basename(lower);
  if (base === "" || lists.exempt.has(base)) return false;
  if (lists.files.has(base) || lists.prefixes.some((prefix) => base.startsWith(prefix))) return true;
  return (
    !base.includes("\u0001") &&
    lists.extensions.some((extension) => base.length > extension.length && base.endsWith(extension))
  );
}

function holdsSegment(path: string, names: ReadonlySet<string>): boolean {
  for (let from = 0; from <= path.length; ) {
    const slash = path.indexOf("/", from);
    const end = slash < 0 ? path.length : slash;
    if (end > from && names.has(path.slice(from, end))) return true;
    from = end + 1;
  }
  return false;
}

export function isDenied(path: string, denied: readonly string[]): boolean {
  return denied.some((entry) => isWithin(path, entry));
}

/** Has only itself as a path: no sign that parts it, no option before it. */
const plainText = /^[^-@<=:\n][^=:\n]{0,4095}$/;

/** The parts of an argument that may be a path: itself, after `=`, after `@`, between `:`, behind a short option. */
export function pathTexts(argument: string): string[] {
  if (plainText.test(argument)) return [argument];
  const texts = new Set<string>([argument]);
  const bounded = argument.slice(0, 8192);
  const equals = bounded.indexOf("=");
  if (equals >= 0) texts.add(bounded.slice(equals + 1));
  const last = bounded.lastIndexOf("=");
  if (last > equals) texts.add(bounded.slice(last + 1));
  // `--mount type=bind,src=/a,dst=/b`
  if (last > equals && bounded.includes(",") && !/\s/.test(bounded))
    for (const [, value] of [...bounded.matchAll(/=([^,=]+),/g)].slice(0, 8)) texts.add(value ?? "");
  if (/^-[A-Za-z]./.test(bounded)) texts.add(bounded.slice(2));
  for (const text of [...texts]) {
    if (text.startsWith("@") || text.startsWith("<")) texts.add(text.slice(1));
    if (text.includes(":") && !text.includes("://"))
      for (const part of text.split(":").slice(0, 8)) texts.add(part);
  }
  texts.delete("");
  return [...texts].filter((text) => !text.includes("://") && !text.includes("\n") && text.length <= 4096);
}

export function normalisedRoots(facts: Facts): string[] {
  return [facts.home, facts.workspace, ...(facts.roots ?? [])].map(normalise);
}
