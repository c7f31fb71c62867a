import type { Word as ParsedWord, WordPart } from "unbash";
import { hidesSign } from "./ansi-c.ts";
import type { Word } from "./ast.ts";
import { at, type Draft, type Frame } from "./draft.ts";
import { holdsDoubledOpening, isQuote, misread, opensBehind } from "./process-number.ts";
import { lowerWord } from "./word.ts";

const arithmeticTests = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);
/** Every transformation of `${x@…}` but P, which runs the substitutions in a value. */
const harmlessTransforms = new Set(["Q", "U", "u", "L", "E", "A", "K", "k", "a"]);
const ansiQuote = /\$(?:\\\n)*'/;
const processOpener = /[<>](?:\\\n)*\(/;
const openingSign = /\$[({[]|`/g;
const quoteBeforeCommand = /'[^]*(?:\$(?:\\\n)*\(|`)/;
const variableName = /\$?\{?([A-Za-z_][A-Za-z0-9_]*|[0-9@*])/g;

/** Records arithmetic, prompt expansion, assigning operands, and the places where quotes do not protect. */
export function noteExpansion(draft: Draft, frame: Frame): void {
  const { node, context } = frame;
  switch (node.type) {
    case "ArithmeticExpansion":
      draft.coverOpener(frame);
      arithmetic(draft, frame);
      return;
    case "ArithmeticCommand":
      arithmetic(draft, frame);
      return;
    case "ArithmeticFor":
      arithmetic(draft, { node: { ...node, end: node.body.pos }, context });
      return;
    case "TestBinary":
      if (arithmeticTests.has(node.operator)) record(draft, frame);
      return;
    case "ParameterExpansion":
      parameter(draft, frame);
      return;
    case "SimpleExpansion":
      if (node.text === "$$" && (context.quoted || context.operand)) {
        const opened = opensBehind(context.source, node.end);
        if (opened !== null && (context.operand || !isQuote(opened))) draft.fail(frame, misread);
      }
      return;
    case "ProcessSubstitution":
      // Bash reads it as text where quotes hold: what a comment in it seems to hide is expanded.
      if (context.quoted) draft.fail(frame, "a process substitution inside quotes or a here-document");
      return;
    default:
      return;
  }
}

function arithmetic(draft: Draft, frame: Frame): void {
  draft.weak(frame, true);
  record(draft, frame);
  const { node, context } = frame;
  if (holdsDoubledOpening(context.source.slice(node.pos, node.end))) draft.fail(frame, misread);
}

function record(draft: Draft, frame: Frame): void {
  const text = frame.context.source.slice(frame.node.pos, frame.node.end);
  const variables = new Set([...text.slice(0, 65_536).matchAll(variableName)].map((match) => match[1] ?? ""));
  draft.arithmetic.push({ ...at(frame), text, variables: [...variables] });
}

function parameter(draft: Draft, frame: Frame): void {
  const { node, context } = frame;
  if (node.type !== "ParameterExpansion") return;
  // Inside a substitution in double quotes bash drops the quotes of $'…' in an operand, however deep it stands.
  if (node.operation !== undefined && node.text.includes('$"') && /`|\$\(/.test(node.text)) {
    // Translated strings in an operand are expanded once more, with what stood in quotes inside them.
    draft.oddities.push({ ...at(frame), kind: "weak_quote", detail: "translated string", value: null });
  }
  if (node.operation?.type === "Default" && (context.quoted || node.text.includes("$'")))
    draft.weak(frame, false);
  if (node.prefix === "!" && node.index === undefined && node.operation?.type !== "Names")
    record(draft, frame);
  if (node.index !== undefined && node.index.text !== "@" && node.index.text !== "*")
    arithmetic(draft, { node: node.index, context });
  const { operation } = node;
  if (operation === undefined) return;
  if (operation.type === "Slice") {
    arithmetic(draft, { node: operation.offset, context });
    if (operation.length !== undefined) arithmetic(draft, { node: operation.length, context });
  }
  // Bash drops the quotes of $'…' here, and a quote before it may have hidden where it begins: `'$(a '$'b'`.
  if (context.quoted && ansiQuote.test(node.text) && quoteBeforeCommand.test(node.text))
    draft.fail(frame, "$' in an expansion inside double quotes, with a quote before a substitution");
  // The message of `${x?…}` is expanded as if no quotes held it; `$[` in a name's operand ends where parsers differ.
  if (
    operation.type === "Default" &&
    operation.operator.endsWith("?") &&
    context.quoted &&
    processOpener.test(node.text)
  )
    draft.fail(frame, "a process substitution in the message of an expansion");
  if (/\$\[/.test(node.text)) draft.fail(frame, "$[ inside an expansion");
  if (context.quoted && opensWithoutQuotes(node.text))
    draft.fail(frame, "quotes between a dollar sign and what it opens, in an expansion inside double quotes");
  if (context.quoted && hidesSign(node.text))
    draft.fail(frame, "a sign that $'…' writes by its number, in an expansion inside double quotes");
  if (context.quoted && operation.type === "Default" && endsEarlier(operation.operand))
    draft.fail(frame, "quotes around what ends an expansion inside double quotes, where they do not count");
  if (operation.type === "Transform" && !harmlessTransforms.has(operation.operand.text))
    note(draft, frame, { kind: "prompt_expansion", detail: operation.operand.text, value: null });
  if (operation.type === "Unknown") draft.fail(frame, "an expansion that is not understood");
  if (operation.type === "Default" && operation.operator.endsWith("=")) {
    note(draft, frame, {
      kind: "assigning_expansion",
      detail: node.parameter,
      value: lowerWord(operation.operand, at({ node: operation.operand, context }), true),
    });
  }
}

/**
 * Single quotes mean nothing in this place to a shell that follows the standard: it ends the expansion, or the quotes
 * around it, inside them. To bash they do not, and so to the parser when it looks for the end.
 */
function endsEarlier({ text, parts }: ParsedWord): boolean {
  if (!text.includes("'")) return false;
  const outside = parts === undefined ? text : textOf(parts, (type) => type === "Literal");
  if (!outside.includes("'"))
    return parts?.some(({ type, text }) => type.endsWith("CQuoted") && /[}"]/.test(text)) === true;
  return (
    outside.includes("}") ||
    (parts !== undefined && textOf(parts, (type) => type.endsWith("Quoted")).includes("'"))
  );
}

function textOf(parts: readonly WordPart[], wanted: (type: string) => boolean): string {
  return parts
    .filter(({ type }) => wanted(type))
    .map(({ text }) => text)
    .join("");
}

/** Bash takes quotes away here and expands what is left: `"${x:-"$"(a)}"` runs a. */
function opensWithoutQuotes(text: string): boolean {
  if (!/["'\\]/.test(text)) return false;
  const count = (of: string): number => of.match(openingSign)?.length ?? 0;
  return count(text.replace(/\\\n|["'\\]/g, "")) > count(text);
}

type Noted = { kind: "prompt_expansion" | "assigning_expansion"; detail: string; value: Word | null };

function note(draft: Draft, frame: Frame, noted: Noted): void {
  draft.oddities.push({ ...at(frame), ...noted });
}
