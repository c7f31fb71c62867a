import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";
import type { Span } from "./ast.ts";

/**
 * Same-length copy of a script without the valid forms that the first grammar rejects or misreads: here-documents,
 * backticks and redirects become blanks or letters, and so does every piece of a word that opens no command. What is
 * left is the structure and the substitutions, at the same offsets. `hidden` are the regions that were taken out
 * although they hold commands; there the second parser reads alone, as it does where the first is blind.
 */
export function easedSource(source: string, parsed: ParsedScript): { text: string; hidden: Span[] } {
  const text = source.split("");
  const hidden: Span[] = [];
  const stack: SyntaxNode[] = [parsed];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const cut = replacement(node, source);
    for (const { start, end, fill } of cut.fills) {
      hidden.push({ start, end });
      for (let at = start; at < end; at += 1) if (text[at] !== "\n" || fill === "x") text[at] = fill;
    }
    if (cut.descend) forEachChild(node, (child) => stack.push(child));
  }
  return { text: text.join(""), hidden };
}

type Fill = Span & { fill: " " | "x" };
type Cut = { fills: Fill[]; descend: boolean };
const keep: Cut = { fills: [], descend: true };

function replacement(node: SyntaxNode, source: string): Cut {
  switch (node.type) {
    case "HereDoc":
      return hereDoc(node);
    case "Redirect":
    case "HereString":
      return opens(source, node)
        ? keep
        : { fills: [{ start: node.pos, end: node.end, fill: " " }], descend: false };
    case "CommandExpansion":
    case "ArithmeticCommandExpansion":
      return source.charAt(node.pos) === "`" ? letters(node) : keep;
    case "Word":
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "ArithmeticExpansion":
    case "Glob":
    case "BraceExpansion":
    case "ExtendedGlob":
      return opens(source, node) && node.type !== "SingleQuoted" && node.type !== "AnsiCQuoted"
        ? keep
        : letters(node);
    default:
      return keep;
  }
}

function hereDoc(node: Extract<SyntaxNode, { type: "HereDoc" }>): Cut {
  const fills: Fill[] = [
    { start: node.pos, end: node.end, fill: " " },
    { start: node.body.pos, end: node.body.end, fill: " " },
  ];
  if (node.closing !== undefined) fills.push({ start: node.closing.pos, end: node.closing.end, fill: " " });
  return { fills, descend: false };
}

/** Any text that may open a command, escaped or not. */
function opens(source: string, { pos, end }: { pos: number; end: number }): boolean {
  return /[`]|[$<>](?:\\\n)*\(/.test(source.slice(pos, end));
}

function letters(node: { pos: number; end: number }): Cut {
  return { fills: [{ start: node.pos, end: node.end, fill: "x" }], descend: false };
}
