import { at, type Draft, type Frame } from "./draft.ts";

/** Notes what dash reads otherwise than bash; looked at only for a script that `sh` or `dash` will run. */
export function noteDialect(draft: Draft, frame: Frame): void {
  const what = difference(frame);
  if (what !== null) draft.dialect.push({ ...at(frame), what });
}

const byKind: Record<string, string> = {
  ArithmeticCommand: "(( ))",
  ArithmeticFor: "for (( ))",
  TestCommand: "[[ ]]",
  HereString: "<<<",
  ProcessSubstitution: "process substitution",
  ArrayValue: "an array",
  AnsiCQuoted: "$'…'",
  LocaleString: '$"…"',
  Select: "select",
  Coproc: "coproc",
  FileDescriptorVariable: "{name}>",
  ExtendedGlob: "an extended pattern",
};

function difference({ node, context }: Frame): string | null {
  const known = byKind[node.type];
  if (known !== undefined) return known;
  switch (node.type) {
    case "FileDescriptor":
      return node.end - node.pos > 1 ? "digits before a redirect" : null;
    case "Redirect":
      if (node.operator.startsWith("&>")) return node.operator;
      return node.operator === ">&" && !/^(?:[0-9]+-?|-)$|[$`]/.test(node.target?.text ?? "")
        ? ">& with a file"
        : null;
    case "Pipeline":
      return node.operators.includes("|&") ? "|&" : null;
    case "CaseItem":
      return node.terminator !== undefined && node.terminator !== ";;" ? node.terminator : null;
    case "Function":
      return context.source.startsWith("function", node.pos) ? "function" : null;
    case "Assignment":
      return node.append === true || node.index !== undefined ? "+= and subscripts" : null;
    case "ArithmeticExpansion":
      return node.text.startsWith("$[") ? "$[ ]" : null;
    case "ParameterExpansion": {
      const operation = node.operation?.type;
      const plain = operation === undefined || operation === "Default" || operation === "Remove";
      return plain && node.prefix !== "!" && node.index === undefined
        ? null
        : "a parameter expansion that only bash has";
    }
    default:
      return null;
  }
}
