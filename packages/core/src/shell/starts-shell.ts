import type { Word } from "./ast.ts";
import type { OptionScan } from "./options.ts";
import type { Wrapper } from "./tables.ts";

/** Programs that start a shell where they are told to run nothing. */
const bareShells: ReadonlySet<string> = new Set([
  "script",
  "newgrp",
  "sg",
  "runuser",
  "unshare",
  "nsenter",
  "chroot",
  "schroot",
  "proot",
  "fakeroot",
  "fakechroot",
  "nix-shell",
  "setarch",
  "linux32",
  "linux64",
  "i386",
  "x86_64",
  "uname26",
]);

/** Does this program, told so, start a shell that reads its standard input. `inner` is what it runs by its words. */
export function startsShell(
  wrapper: Wrapper,
  words: readonly Word[],
  { options }: OptionScan,
  inner: readonly Word[] | null,
): boolean {
  if (!bareShells.has(words[0]?.value ?? "")) return false;
  if (options.some(({ name }) => wrapper.script?.includes(name) === true)) return false;
  return inner?.length === 0 || wrapper.run === "none";
}
