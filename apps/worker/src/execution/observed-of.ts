import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import type { Observed } from "@gatehouse/services/execution/observed";
import type { ExitFacts } from "../process/execution-types.ts";

/** What was seen from outside; a list that was not taken says why, and is never an empty one. */
export function observedOf(facts: ExitFacts, profile: SandboxProfile): Observed {
  const connections = facts.connections?.map(({ at, ...one }) => ({ ...one, atMs: at.getTime() })) ?? null;
  if (!facts.started) return { programs: null, connections };
  if (facts.programs !== null) return { programs: { kind: "recorded", ...facts.programs }, connections };
  const why = profile.recordPrograms ? "strace is not installed on this host" : "policy does not ask for it";
  return { programs: { kind: "not_recorded", why }, connections };
}
