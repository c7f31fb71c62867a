import type { Program } from "./program-index.ts";

/**
 * Which files hold a denied program; pure. A program is what its file holds, so every name that leads to the file,
 * every hard link and every copy of the same bytes is covered with it, and a multi-call program whole.
 */
export type DeniedInput = {
  names: readonly string[];
  programs: readonly Program[];
  /** names that a multi-call program answers to, by the path of its file */
  applets: ReadonlyMap<string, readonly string[]>;
  /** do two files of one size hold the same bytes? */
  sameContent: (a: string, b: string) => boolean;
};

/** make and npm need it; the guard turns a call of it into the trash, and a script may not name it. */
const neverCovered = "rm";

export function deniedFiles({ names, programs, applets, sameContent }: DeniedInput): string[] {
  const wanted = new Set(names.filter((name) => name !== neverCovered));
  const denied = new Map<string, Program>();
  for (const program of programs) {
    const answersTo = applets.get(program.real) ?? [];
    if (wanted.has(program.name) || answersTo.some((name) => wanted.has(name)))
      denied.set(program.real, program);
  }
  const first = [...denied.values()];
  const identities = new Set(first.map(({ identity }) => identity));
  const sizes = new Map<number, string[]>();
  for (const { bytes, real } of first) sizes.set(bytes, [...(sizes.get(bytes) ?? []), real]);
  for (const program of programs) {
    if (denied.has(program.real)) continue;
    const twin =
      identities.has(program.identity) ||
      (sizes.get(program.bytes) ?? []).some((real) => sameContent(real, program.real));
    if (twin) denied.set(program.real, program);
  }
  return [...denied.keys()].sort();
}
