import type { Reason } from "@gatehouse/core/policy/decision";
import type { Mark } from "./mark-places.ts";

/** Where the reasons of a refusal or question stand, by argument; a place without one belongs to the last argument. */
export function reasonMarks(
  reasons: readonly Reason[],
  argv: readonly string[],
): ReadonlyMap<number, readonly Mark[]> {
  const marks = new Map<number, Mark[]>();
  for (const { verdict, place } of reasons) {
    if (!place || verdict === "allow") continue;
    const argument = place.scriptArgIndex ?? argv.length - 1;
    marks.set(argument, [...(marks.get(argument) ?? []), { start: place.start, end: place.end }]);
  }
  return marks;
}
