import type { Command, Redirection, Word, WordPart } from "unbash";

/** `declared`: it is an assignment that stands as an argument, as behind `export`. */
type Cut = { word: Word; declared: boolean };

/**
 * The words of a command as bash cuts them. The second parser ends a word where a process substitution begins and
 * where one ends: `""<(…)`, `a=<(…)` and `<(…)x` are one word to bash, a backslash at the end of a line between them
 * or not.
 */
export function touchingWords(node: Command, named: boolean, source: string): readonly Cut[] {
  const cuts: Cut[] = [];
  for (const piece of named && node.name !== undefined ? [node.name, ...node.args] : node.args) {
    const before = cuts.at(-1);
    const { type, text, pos, end } = piece;
    const word: Word = type === "Word" ? piece : { type: "Word", text, value: text, pos, end };
    if (before !== undefined && /^(?:\\\n)*$/.test(source.slice(before.word.end, pos)))
      before.word = together(before.word, word);
    else cuts.push({ word, declared: type !== "Word" });
  }
  return cuts;
}

/** Does a redirect's target go on for bash behind a process substitution, where the second parser ends it. */
export function goesOn(node: Redirection, source: string): boolean {
  if (node.type === "HereDoc" || node.target === undefined) return false;
  const { text, end } = node.target;
  const touches = /^(?:\\\n)*(?:[^\s;&|()`\\]|\\[^\n])/;
  return /[<>](?:\\\n)*\(/.test(text) && touches.test(source.slice(end, end + 64));
}

function together(left: Word, right: Word): Word {
  return {
    type: "Word",
    text: left.text + right.text,
    value: left.value + right.value,
    pos: left.pos,
    end: right.end,
    parts: [...partsOf(left), ...partsOf(right)],
  };
}

function partsOf({ text, value, pos, end, parts }: Word): readonly WordPart[] {
  return parts ?? [{ type: "Literal", text, value, pos, end }];
}
