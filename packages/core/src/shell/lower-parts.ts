import type { Assignment as ParsedAssignment, Redirection } from "unbash";
import type { Assignment, Redirect } from "./ast.ts";
import { at, type Context, type Draft } from "./draft.ts";
import { lowerWord } from "./word.ts";

export function lowerAssignment(draft: Draft, node: ParsedAssignment, context: Context): Assignment {
  const base = {
    ...at({ node, context }),
    name: node.name,
    subscript: node.index?.text ?? null,
    append: node.append === true,
  };
  const { value } = node;
  if (value.type === "Word") {
    return { ...base, value: lowerWord(value, at({ node: value, context }), true), elements: [] };
  }
  for (const element of value.elements) {
    const close = element.text.startsWith("[") ? element.text.lastIndexOf("]=") : -1;
    if (close > 0) draft.weak({ node: { ...element, end: element.pos + close }, context }, true);
  }
  return {
    ...base,
    value: null,
    elements: value.elements.map((word) => lowerWord(word, at({ node: word, context }))),
  };
}

export function lowerRedirect(node: Redirection, context: Context): Redirect {
  const descriptor = node.descriptor?.type === "FileDescriptor" ? node.descriptor.value : null;
  const target = node.type === "HereDoc" ? undefined : node.target;
  return {
    ...at({ node, context }),
    operator: node.operator,
    descriptor,
    target: target === undefined ? null : lowerWord(target, at({ node: target, context })),
  };
}
