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
    if (cut.statement !== undefined) statements.add(cut.statement);
    for (const fill of cut.fills) {
      hidden.push(fill);
      write(text, fill);
    }
    for (const { start, text: put } of cut.puts ?? [])
      [...put].forEach((char, index) => (text[start + index] = char));
    if (cut.only !== undefined) stack.push(cut.only);
    else if (cut.descend) forEachChild(node, (child) => stack.push(child));
    for (const child of cut.also ?? []) stack.push(child);
  }
  return { text: text.join(""), hidden, statements };
}

type Fill = Span & { fill: " " | "x" };
type Cut = {
  fills: Fill[];
  puts?: { start: number; text: string }[];
  descend: boolean;
  only?: SyntaxNode;
  /** nodes below it that are looked at although it is not descended into */
  also?: readonly SyntaxNode[];
  statement?: number;
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
      return mayOpen(source, node)
        ? keep
        : { fills: [{ start: node.pos, end: node.end, fill: " " }], descend: false };
    case "Command":
      return node.name === undefined ? onlySubstitutions(node, source) : keep;
    case "Time":
    case "Negation":
      return { fills: [{ start: node.pos, end: node.end, fill: " " }], descend: false };
    case "For":
      if (node.wordlist === undefined) return forWithoutList(node, source);
      return forWithBraces(node, node.wordlist, source);
    case "ArithmeticFor":
      return sumLoop(node, source);
    case "Coproc":
      return {
        fills: [{ start: node.pos, end: node.body.pos, fill: " " }],
        descend: false,
        also: [node.body],
      };
    case "TestCommand":
      return onlySubstitutions(node, source);
    case "ParameterExpansion":
      return mayOpen(source, node) ? onlySubstitutions(node, source) : letters(node);
    case "Subshell":
      return subshellInSubshell(node, source);
    case "BraceGroup":
      return closedBySemicolon(node, source);
    case "CommandExpansion":
    case "ArithmeticCommandExpansion":
      return source.charAt(node.pos) === "`" ? letters(node) : keep;
    case "Word":
    case "Literal":
    case "SimpleExpansion":
    case "ArithmeticExpansion":
    case "Glob":
    case "BraceExpansion":
    case "ExtendedGlob":
      return mayOpen(source, node) ? keep : letters(node);
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
  return loopToGroup(node, node.name.end, source);
}

/** A loop whose header opens no command becomes a group; `header` is where its keyword `do` is looked for. */
function loopToGroup(
  node: Extract<SyntaxNode, { type: "For" | "ArithmeticFor" }>,
  header: number,
  source: string,
): Cut {
  const lead = /^(?:[\s;]|#[^\n]*\n)*(?=do[\s;#])/.exec(source.slice(header, node.body.pos))?.[0];
  if (lead === undefined || !source.startsWith("done", node.end - 4)) return keep;
  const open = header + lead.length;
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

/** `for ((…)); do … done`: the first grammar takes a sum in the header for a command. */
function sumLoop(node: Extract<SyntaxNode, { type: "ArithmeticFor" }>, source: string): Cut {
  const sums: number[] = [];
  const stack: SyntaxNode[] = [node.initialize, node.test, node.update].filter((part) => part !== undefined);
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (part.type === "ArithmeticExpansion") sums.push(part.pos);
    forEachChild(part, (child) => stack.push(child));
  }
  const close = source.lastIndexOf("))", node.body.pos);
  return close < node.pos || opens(withoutSums(source, sums, { pos: node.pos, end: close }))
    ? keep
    : loopToGroup(node, close + 2, source);
}

/** `for name in words; { … }` becomes the words, which the first parser takes for a command, and the group. */
function forWithBraces(
  node: Extract<SyntaxNode, { type: "For" }>,
  words: readonly SyntaxNode[],
  source: string,
): Cut {
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return keep;
  const before = source.slice(last.end, node.body.pos);
  if (!/\{\s*$/.test(before) || source.charAt(node.end - 1) !== "}") return keep;
  return {
    fills: [{ start: node.pos, end: first.pos, fill: " " }],
    descend: false,
    also: [...words, node.body],
    statement: first.pos,
  };
}

const substitutionKinds: ReadonlySet<string> = new Set([
  "CommandExpansion",
  "ArithmeticCommandExpansion",
  "ProcessSubstitution",
]);

/**
 * A test, an expansion or bare assignments become one word of letters with their substitutions in it. Text between them that may open a
 * command after all stays as it is, for the first parser to judge.
 */
function onlySubstitutions(node: SyntaxNode, source: string): Cut {
  const inner: SyntaxNode[] = [];
  const sums: number[] = [];
  const stack: SyntaxNode[] = [];
  forEachChild(node, (child) => stack.push(child));
  for (let child = stack.pop(); child !== undefined; child = stack.pop()) {
    if (child.type === "HereDoc") return keep;
    if (substitutionKinds.has(child.type)) inner.push(child);
    else {
      if (child.type === "ArithmeticExpansion") sums.push(child.pos);
      forEachChild(child, (below) => stack.push(below));
    }
  }
  inner.sort((one, other) => one.pos - other.pos);
  const plain = withoutSums(source, sums, node);
  const fills: Fill[] = [];
  let from = node.pos;
  for (const { pos, end } of [...inner, { pos: node.end, end: node.end }]) {
    if (pos < from || opens(plain.slice(from - node.pos, pos - node.pos))) return keep;
    fills.push({ start: from, end: pos, fill: "x" });
    from = end;
  }
  return {
    fills,
    descend: false,
    also: inner,
    ...(node.type === "TestCommand" || node.type === "Command" ? { statement: node.pos } : {}),
  };
}

/** `source[start, end)` with `$((` of arithmetic expansions, which opens no command, as letters. */
function withoutSums(
  source: string,
  sums: readonly number[],
  { pos, end }: { pos: number; end: number },
): string {
  let out = "";
  let at = pos;
  for (const sum of [...sums].sort((one, other) => one - other)) {
    if (sum < at || sum + 3 > end || !source.startsWith("$((", sum)) continue;
    out += `${source.slice(at, sum)}xxx`;
    at = sum + 3;
  }
  return out + source.slice(at, end);
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

/**
 * `((a; b) | c)`: the first grammar takes it for arithmetic. A shell looks for the bracket that closes the second one:
 * where another follows at once it is arithmetic, else two subshells. Only where brackets are counted in one way,
 * without quoted ones, comments and patterns, the outer pair is taken out.
 */
function subshellInSubshell(node: { pos: number; end: number }, source: string): Cut {
  if (!source.startsWith("((", node.pos)) return keep;
  let depth = 1;
  let at = node.pos + 2;
  for (; at < node.end && depth > 0; at += 1) {
    const char = source.charAt(at);
    if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
  }
  const inside = source.slice(node.pos + 2, at - 1);
  const plain = !/#|\bcase\b|<<|\\|`|'[^']*[()][^']*'|"[^"]*[()][^"]*"/.test(inside);
  if (depth > 0 || !plain || source.charAt(at) === ")") return keep;
  return {
    fills: [],
    puts: [
      { start: node.pos, text: " " },
      { start: node.end - 1, text: " " },
    ],
    descend: true,
  };
}

/** Any text that may open a command, escaped or not. */
function opens(text: string): boolean {
  return /[`]|[$<>](?:\\\n)*\(/.test(text);
}

function mayOpen(source: string, { pos, end }: { pos: number; end: number }): boolean {
  return opens(source.slice(pos, end));
}

function letters(node: { pos: number; end: number }): Cut {
  return { fills: [{ start: node.pos, end: node.end, fill: "x" }], descend: false };
}
