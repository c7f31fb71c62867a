import type { Program } from "../shell/unfolded.ts";
import type { PolicyDocument } from "./policy.ts";

/** Name of the first pattern of the org's own that a program with its words matches. */
export function ownPattern(
  { name, words }: Program,
  patterns: PolicyDocument["dangerous_pattern"],
): string | null {
  const match = patterns.find(
    (pattern) =>
      pattern.binary === name &&
      pattern.arguments.every((wanted) => words.slice(1).some((word) => word.value === wanted)),
  );
  return match?.name ?? null;
}
