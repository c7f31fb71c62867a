import type { AskStrength, Decision, Effect, Reason, Verdict } from "./decision.ts";

const rank: Record<Verdict, number> = { deny: 0, ask: 1, allow: 2 };

/** Deny over ask over allow, whatever the order of the rules. Every reason is kept, the strictest first. */
export function combine(reasons: readonly Reason[], effect: Effect, readOnly: boolean): Decision {
  const sorted = [...reasons].sort(
    (a, b) => rank[a.verdict] - rank[b.verdict] || strengthRank(a) - strengthRank(b),
  );
  const verdict = sorted[0]?.verdict ?? "deny";
  if (verdict !== "ask") return { verdict, effect, readOnly, reasons: sorted };
  const strength: AskStrength = sorted.some(
    (reason) => reason.verdict === "ask" && reason.strength === "password",
  )
    ? "password"
    : "confirm";
  return { verdict, strength, effect, readOnly, reasons: sorted };
}

function strengthRank(reason: Reason): number {
  return reason.strength === "password" ? 0 : 1;
}
