import type { Word } from "../../shell/ast.ts";
import type { ExplainedNode, ExplainedWord, Spot } from "./explanation.ts";

export const mostNodes = 2_000;
const mostWords = 4_000;
const mostWordsOfOne = 60;
const longestWord = 300;
const longestText = 8_000;

/** A node's own part; what the tree knows by itself is filled in. */
export type NewNode = Pick<ExplainedNode, "kind" | "label"> &
  Partial<Pick<ExplainedNode, "spots" | "inner" | "notes" | "text">> & { words?: readonly Word[] };

/** Collects nodes up to the limit and counts the rest. */
export class Tree {
  readonly nodes: ExplainedNode[] = [];
  more = 0;
  private wordsLeft = mostWords;

  /** Returns the new node's id, or its parent's when there is no more room. */
  add(parent: number | null, made: NewNode, spotsOf: (word: Word) => Spot[]): number {
    if (this.nodes.length >= mostNodes) {
      this.more += 1;
      return parent ?? 0;
    }
    const id = this.nodes.length;
    const { kind, label, words = [], spots = [], inner = null, notes = [], text = null } = made;
    const shown = words.slice(0, Math.min(mostWordsOfOne, this.wordsLeft));
    this.wordsLeft -= shown.length;
    this.nodes.push({
      id,
      parent,
      depth: parent === null ? 0 : (this.nodes[parent]?.depth ?? 0) + 1,
      kind,
      label: cut(label, longestWord),
      words: shown.map((word) => explainedWord(word, spotsOf(word))),
      moreWords: words.length - shown.length,
      spots,
      inner,
      text: text === null ? null : cut(text, longestText),
      notes,
    });
    return id;
  }
}

function explainedWord(word: Word, spots: Spot[]): ExplainedWord {
  const { text, value, dynamic } = word;
  return {
    text: cut(text, longestWord),
    length: Math.max(text.length, value?.length ?? 0),
    value: value === null ? null : cut(value, longestWord),
    dynamic: value === null ? (dynamic ?? "unknown") : null,
    spots,
  };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most);
}
