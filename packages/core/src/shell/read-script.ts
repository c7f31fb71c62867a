import type { ParsedScript } from "unbash";
import { disagreement } from "./agree.ts";
import type { ReadProblem, Reading, Script, Span } from "./ast.ts";
import { easedSource } from "./ease.ts";
import { lower } from "./lower.ts";
import type { ShellParser, TreeReading } from "./parse.ts";
import { continuedOddly } from "./process-number.ts";
import { parseSecond } from "./second-parser.ts";

/** One argument cannot be longer than this and still be executed. */
export const longestArgument = 131_071;

/**
 * Reads a script with both parsers. Anything either of them cannot read, and anything they read differently, comes
 * back as a problem; there is no partial result. `sh` scripts must also avoid what dash reads otherwise.
 */
export function readScript(
  source: string,
  dialect: "bash" | "sh",
  shell: ShellParser,
  deadlineMs: number,
): Reading {
  if (source.length > longestArgument)
    return fail("script_limit", { start: 0, end: 0 }, "the script is too long");
  const oddly = continuedOddly(source);
  if (oddly !== null)
    return fail(
      "unsupported_syntax",
      { start: oddly, end: oddly + 1 },
      "a line continued inside an expansion or a redirect",
    );
  const second = parseSecond(source);
  if (!second.ok) return fail("unsupported_syntax", { start: second.at, end: second.at + 1 }, second.message);
  const lowered = lower(second.parsed, source);
  if ("unlisted" in lowered)
    return fail("unsupported_syntax", lowered.unlisted, "a construct that is not supported");
  const { script } = lowered;
  if (script.problem !== null) return { ok: false, problem: script.problem };
  const foreign = dialect === "sh" ? script.dialect[0] : undefined;
  if (foreign !== undefined) return fail("dialect", foreign, `sh may not read ${foreign.what} as bash does`);
  const problem = compare(source, second.parsed, script, (text) => shell.read(text, deadlineMs));
  return problem === null ? { ok: true, script } : { ok: false, problem };
}

/**
 * Asks the first parser. Where it rejects a script that the second can read, or sees other commands in it, it is
 * asked once more with the forms taken out that it is known to reject or misread.
 */
function compare(
  source: string,
  parsed: ParsedScript,
  script: Script,
  read: (text: string) => TreeReading,
): ReadProblem | null {
  const first = read(source);
  if (first.ok && disagreement(script, first.sightings, true) === null) return null;
  if (!first.ok && first.reason === "deadline") return tooLong;
  const { text, hidden, statements } = easedSource(source, parsed);
  const again = read(text);
  if (!again.ok) {
    if (again.reason === "deadline") return tooLong;
    const { start, end } = first.ok ? again : first;
    return { start, end, code: "unsupported_syntax", message: "this cannot be read without a guess" };
  }
  const { blind } = again.sightings;
  const names = again.sightings.names.filter((name) => !statements.has(name.start));
  const differs = disagreement(script, { names, blind: [...blind, ...hidden] }, false);
  if (differs === null) return null;
  return {
    start: differs.start,
    end: differs.end,
    code: "parser_disagreement",
    message: "this can be read in two ways",
  };
}

const tooLong: ReadProblem = {
  start: 0,
  end: 0,
  code: "script_limit",
  message: "reading the script took too long",
};

function fail(code: ReadProblem["code"], span: Span, message: string): Reading {
  return { ok: false, problem: { start: span.start, end: span.end, code, message } };
}
