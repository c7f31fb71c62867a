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
  const real = realPath(known, facts, keepLast);
  return {
    lexical,
    real,
    partial: unknown >= 0,
    inHome: isWithin(real, facts.home),
    inWorkspace: inWorkspace(real, facts),
  };
}

export function inWorkspace(real: string, facts: Facts): boolean {
  return isWithin(real, facts.workspace) || (facts.roots ?? []).some((root) => isWithin(real, root));
}

/** By segment and without case; `exempt` base names are not sensitive for their own name. Unknown parts never match. */
export function isSensitive(path: string, lists: SensitiveLists): boolean {
  const segments = path.toLowerCase().split("/");
  if (segments.some((segment) => lists.dirs.has(segment))) return true;
  const base = basename(path.toLowerCase());
  if (base === "" || lists.exempt.has(base)) return false;
  if (lists.files.has(base) || lists.prefixes.some((prefix) => base.startsWith(prefix))) return true;
  return (
    !base.includes("\u0001") &&
    lists.extensions.some((extension) => base.length > extension.length && base.endsWith(extension))
  );
}

export function isDenied(path: string, denied: readonly string[]): boolean {
  return denied.some((entry) => isWithin(path, entry));
}

/** The parts of an argument that may be a path: itself, after `=`, after `@`, between `:`, behind a short option. */
export function pathTexts(argument: string): string[] {
  const texts = new Set<string>([argument]);
  const bounded = argument.slice(0, 8192);
  const equals = bounded.indexOf("=");
  if (equals >= 0) texts.add(bounded.slice(equals + 1));
  const last = bounded.lastIndexOf("=");
  if (last > equals) texts.add(bounded.slice(last + 1));
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
