import type { SyntaxNode } from "unbash";
import type { NodeKind } from "./explanation.ts";

/** How a construct is called in the tree; null for what only holds others. */
export function syntaxLabel(node: SyntaxNode): { kind: NodeKind; label: string } | null {
  switch (node.type) {
    case "AndOr":
      return { kind: "list", label: [...new Set(node.operators)].join(" ") };
    case "Pipeline":
      return node.commands.length === 1 && node.prefixes.length === 0 ? null : pipeline(node);
    case "Statement":
      return node.background === true ? { kind: "background", label: "&" } : null;
    case "Subshell":
      return { kind: "subshell", label: "( )" };
    case "BraceGroup":
      return { kind: "group", label: "{ }" };
    case "If":
      return { kind: "if", label: "if" };
    case "Elif":
      return { kind: "branch", label: "elif" };
    case "For":
      return { kind: "for", label: named(node) };
    case "ArithmeticFor":
      return { kind: "for", label: "(( ))" };
    case "Select":
      return { kind: "select", label: named(node) };
    case "While":
      return { kind: "while", label: node.kind };
    case "Case":
      return { kind: "case", label: node.word.text };
    case "CaseItem":
      return { kind: "branch", label: node.pattern.map((word) => word.text).join(" | ") };
    case "Function":
      return { kind: "function", label: node.name.text };
    case "Coproc":
      return { kind: "coprocess", label: node.name?.text ?? "" };
    case "TestCommand":
      return { kind: "test", label: "[[ ]]" };
    case "ArithmeticCommand":
      return { kind: "arithmetic", label: node.body };
    case "CommandExpansion":
      return { kind: "substitution", label: node.text.startsWith("`") ? "` `" : "$( )" };
    case "ArithmeticCommandExpansion":
      return { kind: "substitution", label: "$( )" };
    case "ProcessSubstitution":
      return { kind: "process", label: `${node.operator}( )` };
    default:
      return null;
  }
}

function pipeline(node: Extract<SyntaxNode, { type: "Pipeline" }>): { kind: NodeKind; label: string } {
  const prefixes = node.prefixes.map((prefix) => (prefix.type === "Negation" ? "!" : "time"));
  return { kind: "pipeline", label: [...prefixes, ...new Set(node.operators)].join(" ") };
}

function named({ name, wordlist }: Extract<SyntaxNode, { type: "For" | "Select" }>): string {
  return wordlist === undefined ? name.text : `${name.text} in`;
}
