import { at, type Draft, type Frame } from "./draft.ts";
import { lowerWord } from "./word.ts";

/**
 * `A=<(…) program`: the second parser cuts the assignment before the substitution and takes that for the program's
 * name. The value is put back where it stands; true when it was.
 */
export function gluedValue(draft: Draft, { node, context }: Frame): boolean {
  if (node.type !== "Command" || node.name === undefined) return false;
  const before = node.prefix.at(-1);
  if (before?.type !== "Assignment" || before.end !== node.name.pos) return false;
  if (before.value.type !== "Word" || before.value.text !== "" || !/^[<>]\(/.test(node.name.text))
    return false;
  draft.setValue(before, lowerWord(node.name, at({ node: node.name, context }), true), context);
  return true;
}
