import type { Place } from "../decision.ts";
import type { ExplainedNode, Spot } from "./explanation.ts";

type Finding = { place?: Place; sentence: string };

/**
 * The smallest node that holds where a finding stands; of several as small, as in a nested script, the one it names.
 * A finding without a place is about the whole call, unless it begins with the name of a program in it.
 */
export function nodeAt(
  { place, sentence }: Finding,
  argc: number,
  nodes: readonly ExplainedNode[],
): number | null {
  if (nodes.length === 0) return null;
  const named = (node: ExplainedNode): boolean =>
    (node.kind === "command" || node.kind === "program") &&
    node.label !== "" &&
    sentence.startsWith(`${node.label} `);
  if (place === undefined) return nodes.find(named)?.id ?? 0;
  const arg = place.scriptArgIndex ?? argc - 1;
  let best = 0;
  let smallest = Number.POSITIVE_INFINITY;
  let bestNamed = false;
  for (const node of nodes) {
    const size = Math.min(...node.spots.filter((spot) => holds(spot, arg, place)).map(sizeOf));
    if (size > smallest || size === Number.POSITIVE_INFINITY) continue;
    if (size === smallest && (bestNamed || !named(node))) continue;
    best = node.id;
    smallest = size;
    bestNamed = named(node);
  }
  return best;
}

function holds(spot: Spot, arg: number, place: Place): boolean {
  return spot.arg === arg && spot.start <= place.start && place.end <= Math.max(spot.end, spot.start + 1);
}

function sizeOf({ start, end }: Spot): number {
  return end - start;
}
