import type { Place } from "../policy/decision.ts";
import type { Span } from "./ast.ts";

/** 1-based line and column of a span; a column counts UTF-16 units, as editors do. */
export function placeOf(source: string, span: Span): Place {
  const before = source.slice(0, span.start);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let at = before.indexOf("\n"); at >= 0; at = before.indexOf("\n", at + 1)) line += 1;
  return { line, column: span.start - lineStart + 1, start: span.start, end: span.end };
}
