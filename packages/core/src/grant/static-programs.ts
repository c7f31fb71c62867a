import { unfoldCall } from "../policy/unfold-call.ts";
import type { ShellParser } from "../shell/parse.ts";
import type { CommandCall } from "../tool-call/tool-call.ts";

const deadlineMs = 500;

/** The programs of a script that is static throughout: no word of it depends on what it meets when it runs. */
export function staticPrograms(call: CommandCall, shell: ShellParser): readonly string[] | null {
  const { programs, frames, issues, suspects, settings } = unfoldCall(call, shell, deadlineMs);
  if (frames.length === 0 || issues.length > 0 || suspects.length > 0 || settings.length > 0) return null;
  const inside = programs.filter(({ origin }) => origin === "script");
  const isStatic = programs.every(
    ({ origin, words, remote }) =>
      !remote && origin !== "wrapped" && words.every((word) => word.value !== null && word.dynamic === null),
  );
  return isStatic && inside.length > 0 ? inside.map(({ name }) => name) : null;
}
