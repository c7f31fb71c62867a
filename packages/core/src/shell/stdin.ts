import type { Redirection } from "unbash";
import type { Stdin } from "./ast.ts";
import { at, type Frame } from "./draft.ts";
import { hereDocText } from "./static-output.ts";
import { lowerWord } from "./word.ts";

/** Standard input after a command's redirects: the last one on descriptor 0 counts. */
export function stdinOf(redirects: readonly Redirection[], { context }: Frame, inherited: Stdin): Stdin {
  let stdin = inherited;
  for (const redirect of redirects) {
    const descriptor = redirect.descriptor;
    if (descriptor !== undefined && (descriptor.type !== "FileDescriptor" || descriptor.value !== 0))
      continue;
    const { start } = at({ node: redirect, context });
    if (redirect.type === "HereDoc") stdin = { kind: "text", text: hereDocText(redirect), start };
    else if (redirect.type === "HereString") {
      const value =
        redirect.target === undefined ? null : lowerWord(redirect.target, { start, end: start }).value;
      stdin = { kind: "text", text: value === null ? null : `${value}\n`, start };
    } else if (redirect.operator === "<" || redirect.operator === "<>") {
      if (redirect.target === undefined) stdin = { kind: "unknown" };
      else
        stdin = { kind: "file", target: lowerWord(redirect.target, at({ node: redirect.target, context })) };
    } else if (redirect.operator === "<&" || descriptor !== undefined) stdin = { kind: "unknown" };
  }
  return stdin;
}

/** Standard input that several commands share: one may read part of it, so what is left for the next is not known. */
export function sharedStdin(stdin: Stdin): Stdin {
  return stdin.kind === "text" ? { kind: "unknown" } : stdin;
}
