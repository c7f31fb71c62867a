import type { Command, Stdin } from "./ast.ts";
import { isStream } from "./shell-argv.ts";
import { sharedStdin } from "./stdin.ts";

/** Standard input of a command in a script: its own, else what the script itself was started with. */
export function inherited(command: Command, outer: Stdin, replaced: boolean): Stdin {
  const own = command.redirects.some(
    ({ operator, descriptor }) => operator.startsWith("<") && (descriptor ?? 0) === 0,
  );
  if (replaced && !own) return { kind: "unknown" };
  return command.stdin.kind === "null" ? sharedStdin(outer) : command.stdin;
}

/**
 * `exec < …` changes the standard input of everything after it: with options, behind `command` and `builtin`, and in
 * text that the same shell runs later, as `eval` and `trap` do.
 */
export function replacesStdin({ words, stdin }: Command): boolean {
  const given =
    stdin.kind !== "null" &&
    (stdin.kind !== "file" ||
      (stdin.target.value !== "/dev/null" && (stdin.target.value === null || isStream(stdin.target))));
  return words.some(
    ({ value, text }) => (given && value === "exec") || /\bexec\b.*</s.test((value ?? text).slice(0, 65_536)),
  );
}
