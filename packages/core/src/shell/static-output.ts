import type { HereDoc, SyntaxNode, Word } from "unbash";
import { staticValue } from "./static-word.ts";
import { unknownText } from "./unknown-text.ts";

/** The text of a here-document as its reader gets it, or null when something in it is expanded. */
export function hereDocText(node: HereDoc): string | null {
  const quoted = node.delimiter?.quoted === true;
  const raw = node.operator === "<<-" ? withoutTabs(node.body.text, quoted) : node.body.text;
  if (quoted) return raw;
  if (node.body.parts?.some((part) => part.type !== "Literal") === true) return null;
  if (/(?:^|[^\\])(?:\\\\)*(?:`|\$[A-Za-z0-9_@*#?$!({[-])/.test(raw)) return null;
  return raw.replace(/\\([$`\\\n])/g, (_, char: string) => (char === "\n" ? "" : char));
}

/** Tabs go at the start of each line, and a line that is continued is one with the next. */
function withoutTabs(text: string, quoted: boolean): string {
  return text.replace(/^\t+/gm, (tabs, at: number) =>
    !quoted && /(?<!\\)(?:\\\\)*\\\n$/.test(text.slice(Math.max(0, at - 4096), at)) ? tabs : "",
  );
}

/** A body's own text; what the shell puts into it stands as U+0001. */
export function hereDocLiteral({ parts, text }: HereDoc["body"]): string {
  if (parts === undefined) return text;
  return parts.map((part) => (part.type === "Literal" ? part.value : unknownText)).join("");
}

/**
 * What a command prints when that is plain from the text: `echo` and `printf` of static words without a backslash
 * or a percent sign to interpret, and `cat` of a here-document. Null for everything else.
 */
export function staticOutput(node: SyntaxNode): string | null {
  if (node.type !== "Command" || node.name === undefined || node.prefix.length > 0) return null;
  const name = staticValue(node.name.text);
  const words = node.args
    .filter((item): item is Word => item.type === "Word")
    .map((item) => staticValue(item.text));
  if (words.length !== node.args.length || words.some((word) => word === null)) return null;
  const values = words.filter((word): word is string => word !== null);
  if (name === "cat") return catOutput(node, values);
  if (node.redirects.length > 0) return null;
  if (name === "echo")
    return /^-[neE]+$/.test(values[0] ?? "") || values.some((word) => word.includes("\\"))
      ? null
      : `${values.join(" ")}\n`;
  if (name !== "printf") return null;
  const [format, ...rest] = values;
  const end = /^%s(|\\n| )$/.exec(format ?? "")?.[1];
  if (end !== undefined && rest.length > 0)
    return rest.map((word) => word + (end === "\\n" ? "\n" : end)).join("");
  if (
    format === undefined ||
    rest.length > 0 ||
    /[%\\]/.test(format.replace(/\\n/g, "")) ||
    format.startsWith("-")
  )
    return null;
  return format.replace(/\\n/g, "\n");
}

function catOutput(node: Extract<SyntaxNode, { type: "Command" }>, values: readonly string[]): string | null {
  const [only, ...more] = node.redirects;
  if (only === undefined || more.length > 0 || values.some((word) => word !== "-")) return null;
  if (only.type === "HereDoc") return only.descriptor === undefined ? hereDocText(only) : null;
  if (only.type !== "HereString" || only.target === undefined || only.descriptor !== undefined) return null;
  const value = staticValue(only.target.text);
  return value === null ? null : `${value}\n`;
}
