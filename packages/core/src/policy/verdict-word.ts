import type { Decision } from "./decision.ts";

/** A decision in one word, as the command line, the playground and test cases say it. */
export const verdictWords = ["allow", "confirm", "gate_password", "trash", "refuse"] as const;
export type VerdictWord = (typeof verdictWords)[number];

export function verdictWord({ verdict, strength, effect }: Decision): VerdictWord {
  if (verdict === "deny") return "refuse";
  if (verdict === "ask") return strength === "password" ? "gate_password" : "confirm";
  return effect === "trash" ? "trash" : "allow";
}
