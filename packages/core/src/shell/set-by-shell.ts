import { at, type Draft, type Frame } from "./draft.ts";

/** `n = 1`, `n += 1`, `n++` and `++n` in arithmetic. */
const assigned = /([A-Za-z_]\w*)\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;

export function assignedNames(arithmetic: string): string[] {
  return [...arithmetic.slice(0, 65_536).matchAll(assigned)].map((match) => match[1] ?? match[2] ?? "");
}

/** Variables that the shell gives a number by itself: `{fd}>file`, the pipes of a coprocess, arithmetic. */
export function noteSetByShell(draft: Draft, frame: Frame): void {
  const { node, context } = frame;
  const note = (name: string): void => void draft.numbers.push({ ...at(frame), name });
  switch (node.type) {
    case "FileDescriptorVariable":
      note(node.name.replace(/\[.*$/s, ""));
      return;
    case "Coproc":
      if (node.name !== undefined) note(node.name.value);
      return;
    case "ArithmeticCommand":
    case "ArithmeticExpansion":
    case "ArithmeticFor": {
      const end = node.type === "ArithmeticFor" ? node.body.pos : node.end;
      for (const name of assignedNames(context.source.slice(node.pos, end))) note(name);
      return;
    }
    default:
      return;
  }
}
