import type { ConnectionRecord } from "@gatehouse/core/contracts/programs";
import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import type { Observed } from "@gatehouse/services/execution/observed";
import type { EgressConnection, ExitFacts } from "../process/execution-types.ts";

/** What was seen from outside; a list that was not taken says why, and is never an empty one. */
export function observedOf(
  facts: ExitFacts,
  profile: SandboxProfile,
  mask: (text: string) => string,
): Observed {
  const connections = facts.connections === null ? null : connectionRecords(facts.connections);
  if (!facts.started) return { programs: null, connections };
  if (facts.programs !== null) {
    const programs = facts.programs.programs.map((one) => ({ ...one, argv: one.argv.map(mask) }));
    return { programs: { kind: "recorded", ...facts.programs, programs }, connections };
  }
  const why = profile.recordPrograms ? "strace is not installed on this host" : "policy does not ask for it";
  return { programs: { kind: "not_recorded", why }, connections };
}

export function connectionRecords(connections: readonly EgressConnection[]): ConnectionRecord[] {
  return connections.map(({ at, ...one }) => ({ ...one, atMs: at.getTime() }));
}
