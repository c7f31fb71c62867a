import { covers } from "@gatehouse/core/grant/cover";
import { type Facts, lexicalFacts } from "@gatehouse/core/path/facts";
import type { Decision } from "@gatehouse/core/policy/decision";
import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import type { Work } from "@gatehouse/services/execution/claim";

/**
 * Grants that an execution depends on: those that answer what the call asks for, and those whose place a sandbox
 * holds open. With one of them gone it may not start, and is stopped where it runs.
 */
export function usedGrants(
  work: Pick<Work, "grants" | "call" | "digest">,
  decision: Decision,
  profile: SandboxProfile | null,
  facts: Facts = lexicalFacts,
): string[] {
  const mounted = new Set(profile?.mounts.map((mount) => mount.target));
  const answered = decision.reasons.flatMap(({ ask }) => (ask === undefined ? [] : [ask]));
  const { call, digest: callDigest } = work;
  return work.grants.flatMap((grant) => {
    if (grant.kind === "call") return [];
    const timeless = { ...grant, expiresAtMs: null };
    if (grant.kind !== "path") {
      const open = { strength: "confirm", callDigest, call, facts } as const;
      return answered.some((ask) => covers(timeless, { ask, ...open }, 0)) ? [grant.id] : [];
    }
    const used =
      mounted.has(grant.path) || answered.some((ask) => covers(timeless, { ask, strength: "password" }, 0));
    return used ? [grant.id] : [];
  });
}
