import type { Dynamic } from "../../shell/ast.ts";
import type { Reason } from "../decision.ts";

/** A range of one argument of the call, in UTF-16 units. */
export type Spot = { arg: number; start: number; end: number };

export type NodeKind =
  | "program"
  | "file_tool"
  | "command"
  | "script"
  | "list"
  | "pipeline"
  | "background"
  | "group"
  | "subshell"
  | "if"
  | "branch"
  | "for"
  | "while"
  | "select"
  | "case"
  | "function"
  | "coprocess"
  | "test"
  | "arithmetic"
  | "substitution"
  | "process"
  | "redirect"
  | "here_document"
  | "assignment"
  | "unread";

export type ExplainedWord = {
  /** as written; cut where it is long, with `length` for the whole */
  text: string;
  length: number;
  /** what it is once quotes are taken off; null when only the running shell knows */
  value: string | null;
  dynamic: Dynamic | "unknown" | null;
  spots: Spot[];
};

/** One node of the call as the guard reads it. Flat: `parent` makes it a tree, ids order siblings. */
export type ExplainedNode = {
  id: number;
  parent: number | null;
  depth: number;
  kind: NodeKind;
  label: string;
  words: ExplainedWord[];
  moreWords: number;
  /** where it stands in the arguments of the call */
  spots: Spot[];
  /** where it stands in the text of the nested script that holds it */
  inner: { script: number; start: number; end: number } | null;
  /** text of a nested script, cut where it is long; null for a script that is an argument itself */
  text: string | null;
  notes: string[];
};

/** A finding of a rule with the smallest node that holds its place. */
export type ExplainedFinding = Reason & { node: number | null };

export type Explanation = {
  nodes: ExplainedNode[];
  /** nodes past the limit, which were read and judged all the same */
  more: number;
  findings: ExplainedFinding[];
};
