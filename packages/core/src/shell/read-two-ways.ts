import type { Word as ParsedWord, WordPart } from "unbash";
import { hidesSign } from "./ansi-c.ts";

type Expansion = Extract<WordPart, { type: "ParameterExpansion" }>;

const ansiQuote = /\$(?:\\\n)*'/;
const processOpener = /[<>](?:\\\n)*\(/;
const openingSign = /\$[({[]|`/g;
const quoteBeforeCommand = /'[^]*(?:\$(?:\\\n)*\(|`)/;

/**
 * What shells and parsers read differently in a `${name…}`, said in words; null where they agree. `quoted`: it stands
 * inside double quotes or a here-document, where a quote in the operand is sometimes one and sometimes a letter.
 */
export function readTwoWays({ text, operation }: Expansion, quoted: boolean): string | null {
  if (operation === undefined) return null;
  if (text.includes("$[")) return "$[ inside an expansion";
  if (!quoted) return null;
  // Bash drops the quotes of $'…' here, and a quote before it may have hidden where it begins: `'$(a '$'b'`.
  if (ansiQuote.test(text) && quoteBeforeCommand.test(text))
    return "$' in an expansion inside double quotes, with a quote before a substitution";
  if (opensWithoutQuotes(text))
    return "quotes between a dollar sign and what it opens, in an expansion inside double quotes";
  if (hidesSign(text)) return "a sign that $'…' writes by its number, in an expansion inside double quotes";
  if (operation.type !== "Default") return null;
  // The message of `${x?…}` is expanded as if no quotes held it.
  if (operation.operator.endsWith("?") && processOpener.test(text))
    return "a process substitution in the message of an expansion";
  return endsEarlier(operation.operand)
    ? "quotes around what ends an expansion inside double quotes, where they do not count"
    : null;
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
