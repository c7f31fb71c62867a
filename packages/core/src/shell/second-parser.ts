import { parse, type ParsedScript } from "unbash";

/** The second parser: plain JavaScript, independent of the first. It refuses past a nesting of its own, quickly. */
export function parseSecond(
  source: string,
): { ok: true; parsed: ParsedScript } | { ok: false; at: number; message: string } {
  const parsed = parse(source);
  const error = parsed.errors?.[0];
  return error === undefined ? { ok: true, parsed } : { ok: false, at: error.pos, message: error.message };
}
