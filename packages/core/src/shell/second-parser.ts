import { parse, type ParsedScript } from "unbash";

/** The second parser: plain JavaScript, independent of the first. It refuses past a nesting of its own, quickly. */
export function parseSecond(
  source: string,
): { ok: true; parsed: ParsedScript } | { ok: false; at: number; message: string } {
  const parsed = parseWithinStack(source);
  if (parsed === null) return { ok: false, at: 0, message: "the script is nested too deeply" };
  const error = parsed.errors?.[0];
  return error === undefined ? { ok: true, parsed } : { ok: false, at: error.pos, message: error.message };
}

/** Some forms nest without counting as nesting; those run out of stack. */
function parseWithinStack(source: string): ParsedScript | null {
  try {
    return parse(source);
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}
