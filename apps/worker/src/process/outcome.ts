import type { Outcome } from "@gatehouse/core/tool-call/status";
import type { ExitFacts } from "./execution-types.ts";

/** One cause by fixed precedence; a limit that ended the command counts as the signal it was ended by. */
export function outcomeOf(facts: ExitFacts): Exclude<Outcome, "lost"> {
  if (facts.refused) return "refused";
  if (facts.sandboxFailure !== null) return "sandbox_failed";
  if (facts.timedOut) return "timed_out";
  if (facts.cancelled !== null) return "cancelled";
  if (facts.outputCapped) return "output_capped";
  if (facts.signal !== null || facts.exceeded !== null) return "signalled";
  return "exited";
}
