import type { ExplainedNode } from "@gatehouse/core/policy/explain/explanation";
import type { Mark } from "../argv/mark-places.ts";

/** Where a node stands in the arguments of the call. */
export function nodeMarks({ spots }: ExplainedNode): ReadonlyMap<number, readonly Mark[]> {
  const marks = new Map<number, Mark[]>();
  for (const { arg, start, end } of spots) {
    const mark = { start, end };
    const same = marks.get(arg);
    if (same === undefined) marks.set(arg, [mark]);
    else same.push(mark);
  }
  return marks;
}
