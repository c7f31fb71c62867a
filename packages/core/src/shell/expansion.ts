import type { Word } from "./ast.ts";
import { at, type Draft, type Frame } from "./draft.ts";
import { holdsDoubledOpening, isQuote, misread, opensBehind } from "./process-number.ts";
import { readTwoWays } from "./read-two-ways.ts";
import { lowerWord } from "./word.ts";

const arithmeticTests = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);
/** Every transformation of `${x@…}` but P, which runs the substitutions in a value. */
const harmlessTransforms = new Set(["Q", "U", "u", "L", "E", "A", "K", "k", "a"]);
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
  const twoWays = readTwoWays(node, context.quoted);
  if (twoWays !== null) draft.fail(frame, twoWays);
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

type Noted = { kind: "prompt_expansion" | "assigning_expansion"; detail: string; value: Word | null };

function note(draft: Draft, frame: Frame, noted: Noted): void {
  draft.oddities.push({ ...at(frame), ...noted });
}
