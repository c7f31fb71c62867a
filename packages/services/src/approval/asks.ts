import type { Ask, Decision } from "@gatehouse/core/policy/decision";

/** What a decision asks of a person, each thing once. */
export function asksOf(decision: Decision): Ask[] {
  const seen = new Set<string>();
  return decision.reasons.flatMap((reason) => {
    if (reason.verdict !== "ask") return [];
    const ask: Ask = reason.ask ?? { kind: "call" };
    const key = JSON.stringify(ask);
    if (seen.has(key)) return [];
    seen.add(key);
    return [ask];
  });
}

export function expiryOf(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * 3_600_000);
}
