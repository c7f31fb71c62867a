import type { ExplainedNode, ExplainedWord, NodeKind } from "@gatehouse/core/policy/explain/explanation";

const kindTexts: Record<NodeKind, string> = {
  program: "program",
  file_tool: "file tool",
  command: "command",
  script: "script",
  list: "list",
  pipeline: "pipeline",
  background: "background",
  group: "group",
  subshell: "subshell",
  if: "if",
  branch: "branch",
  for: "for",
  while: "loop",
  select: "select",
  case: "case",
  function: "function",
  coprocess: "coprocess",
  test: "test",
  arithmetic: "arithmetic",
  substitution: "substitution",
  process: "process substitution",
  redirect: "redirect",
  here_document: "here-document",
  assignment: "assignment",
  unread: "not read",
};

export function kindText(kind: NodeKind): string {
  return kindTexts[kind];
}

/** The label where it says more than the kind, and the words do not already begin with it. */
export function labelOf({ kind, label, words }: ExplainedNode): string | null {
  if (kind === "command" || kind === "program" || kind === "file_tool")
    return words.length > 0 ? null : label;
  return label === kindTexts[kind] ? null : label;
}

const dynamicTexts: Record<NonNullable<ExplainedWord["dynamic"]>, string> = {
  variable: "a variable",
  substitution: "a substitution",
  arithmetic: "arithmetic",
  process: "a process substitution",
  glob: "a pattern of file names",
  brace: "a brace list",
  tilde: "a tilde",
  array: "an array",
  unknown: "what only the shell knows",
};

/** Why a word is not known from the text. */
export function dynamicText(dynamic: NonNullable<ExplainedWord["dynamic"]>): string {
  return dynamicTexts[dynamic];
}
