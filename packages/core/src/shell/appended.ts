import type { Script, Span, Word } from "./ast.ts";
import { argvWord } from "./unfolded.ts";

/** What `a=x; a+=y` puts together: the pieces of each variable that is appended to, in the order they stand in. */
export function appendedValues({ assignments }: Script): readonly (Span & { name: string; value: Word })[] {
  const names = new Set(assignments.flatMap(({ append, name }) => (append ? [name] : [])));
  return [...names].flatMap((name) => {
    const pieces = assignments.filter((item) => item.name === name);
    const last = pieces.at(-1);
    if (last === undefined || pieces.length < 2) return [];
    const words = pieces.flatMap(({ value, elements }) => (value === null ? elements : [value]));
    const outline = words.map((word) => word.outline).join("");
    const plain = words.every(({ value }) => value !== null);
    const value = { ...argvWord(outline), start: last.start, end: last.end };
    return [{ start: last.start, end: last.end, name, value: plain ? value : { ...value, value: null } }];
  });
}
