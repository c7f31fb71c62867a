import type { Word } from "../../shell/ast.ts";
import { placeIn, type Program } from "../../shell/unfolded.ts";
import { tables } from "../defaults.ts";
import type { Reason } from "../decision.ts";
import { deny } from "../reason.ts";
import type { Rule } from "../rule.ts";

const declaring = new Set(["declare", "typeset", "local", "export", "readonly", "unset"]);
const reading = new Set(["read", "mapfile", "readarray", "getopts", "printf"]);

/** A variable is set by a name that text does not show, and the script holds the name of one that makes programs run code. */
export const nameInData: Rule = ({ unfolded }) => {
  const setter = unfolded.programs.find(setsUnknownName);
  if (setter === undefined) return [];
  const own = new Set<Word>();
  for (const { name, words } of unfolded.programs)
    if (declaring.has(name)) for (const word of words) own.add(word);
  const given = unfolded.programs.flatMap(({ frame, words }) => (frame === null ? words : []));
  for (const word of [...unfolded.frames.flatMap(({ script }) => script.words), ...given]) {
    const name = own.has(word) ? undefined : /^([A-Za-z_]\w*)(?:$|[=[])/.exec(word.outline)?.[1];
    if (name !== undefined && carries(name)) return [refused(name, setter)];
  }
  return [];
};

function refused(name: string, { frame, command }: Program): Reason {
  return deny(
    "environment-code",
    "environment_code",
    `a variable is set by a name that is not plain, and ${name.slice(0, 60)} is among the words of the script`,
    { place: placeIn(frame, command), hint: "write the name of the variable out" },
  );
}

function carries(name: string): boolean {
  const { never, preload, search, prompt, prefix } = tables.environment;
  return (
    [never, preload, search, prompt].some((list) => list.includes(name)) ||
    prefix.some((start) => name.startsWith(start))
  );
}

function setsUnknownName({ name, words, frame }: Program): boolean {
  if (frame === null) return false;
  if (reading.has(name)) return words.slice(1).some((word) => word.value === null);
  if (!declaring.has(name)) return false;
  if (words.slice(1).some(({ value, outline }) => value === null && /^[^=[]*\u0001/.test(outline)))
    return true;
  const reference = words.some(({ value }) => value !== null && /^-\w*n/.test(value));
  return reference && words.slice(1).some(({ value }) => value === null || /^[A-Za-z_]\w*$/.test(value));
}
