import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";
import type { Span } from "./ast.ts";

/**
 * Same-length copy of a script without the valid forms that the first grammar rejects or misreads: here-documents,
 * backticks and redirects become blanks or letters, and so does every piece of a word that opens no command. What is
 * left is the structure and the substitutions, at the same offsets. `hidden` are the regions that were taken out
 * although they may hold commands; there the second parser reads alone, as it does where the first is blind.
 * `statements` are those that were turned into a word, which the first parser takes for a command.
 */
export type Eased = { text: string; hidden: Span[]; statements: ReadonlySet<number> };

export function easedSource(source: string, parsed: ParsedScript): Eased {
  const text = source.split("");
  const hidden: Span[] = [];
  const statements = new Set<number>();
  const stack: SyntaxNode[] = [parsed];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const cut = replacement(node, source);
    if (cut.statement === true) statements.add(node.pos);
    for (const fill of cut.fills) {
      hidden.push(fill);
      write(text, fill);
    }
    for (const { start, text: put } of cut.puts ?? [])
      [...put].forEach((char, index) => (text[start + index] = char));
    if (cut.only !== undefined) stack.push(cut.only);
    else if (cut.descend) forEachChild(node, (child) => stack.push(child));
  }
  return { text: text.join(""), hidden, statements };
}

type Fill = Span & { fill: " " | "x" };
type Cut = {
  fills: Fill[];
  puts?: { start: number; text: string }[];
  descend: boolean;
  only?: SyntaxNode;
  statement?: boolean;
};
const keep: Cut = { fills: [], descend: true };

function write(text: string[], { start, end, fill }: Fill): void {
  for (let at = start; at < end; at += 1) if (text[at] !== "\n" || fill === "x") text[at] = fill;
}

function replacement(node: SyntaxNode, source: string): Cut {
  switch (node.type) {
    case "HereDoc":
      return hereDoc(node);
    case "Redirect":
    case "HereString":
      return opens(source, node)
        ? keep
        : { fills: [{ start: node.pos, end: node.end, fill: " " }], descend: false };
    case "Command":
      return node.name === undefined &&
        !opens(source, node) &&
        !source.slice(node.pos, node.end).includes("<<")
        ? { ...letters(node), statement: true }
        : keep;
    case "For":
      return node.wordlist === undefined ? forWithoutList(node, source) : keep;
    case "BraceGroup":
      return closedBySemicolon(node, source);
    case "CommandExpansion":
    case "ArithmeticCommandExpansion":
      return source.charAt(node.pos) === "`" ? letters(node) : keep;
    case "Word":
    case "Literal":
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "ArithmeticExpansion":
    case "Glob":
    case "BraceExpansion":
    case "ExtendedGlob":
      return opens(source, node) ? keep : letters(node);
    case "SingleQuoted":
    case "AnsiCQuoted":
      return letters(node);
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

/** `for name do … done` becomes a group of the same length. */
function forWithoutList(node: Extract<SyntaxNode, { type: "For" }>, source: string): Cut {
  const open = source.lastIndexOf("do", node.body.pos);
  if (open <= node.pos || !source.startsWith("done", node.end - 4)) return keep;
  return {
    fills: [{ start: node.pos, end: open, fill: " " }],
    puts: [
      { start: open, text: "{ " },
      { start: node.end - 4, text: "}   " },
    ],
    descend: true,
    only: node.body,
  };
}

/** `{ … done }` is valid without a semicolon; the first grammar wants one. */
function closedBySemicolon(node: SyntaxNode, source: string): Cut {
  const before = source.charAt(node.end - 2);
  if (before !== " " && before !== "\t") return keep;
  const last = source
    .slice(Math.max(node.pos, node.end - 200), node.end - 1)
    .replace(/[ \t]+$/, "")
    .at(-1);
  if (last === undefined || ";&\n{".includes(last)) return keep;
  return { fills: [], puts: [{ start: node.end - 2, text: ";" }], descend: true };
}

/** Any text that may open a command, escaped or not. */
function opens(source: string, { pos, end }: { pos: number; end: number }): boolean {
  return /[`]|[$<>](?:\\\n)*\(/.test(source.slice(pos, end));
}

function letters(node: { pos: number; end: number }): Cut {
  return { fills: [{ start: node.pos, end: node.end, fill: "x" }], descend: false };
}
