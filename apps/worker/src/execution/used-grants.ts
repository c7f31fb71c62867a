import { covers } from "@gatehouse/core/grant/cover";
import type { Decision } from "@gatehouse/core/policy/decision";
import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import type { Work } from "@gatehouse/services/execution/claim";

/**
 * Path grants that an execution depends on: those that answer what the call asks for, and those whose place a sandbox
 * holds open. With one of them gone it may not start, and is stopped where it runs.
 */
export function usedGrants(
  work: Pick<Work, "grants">,
  decision: Decision,
  profile: SandboxProfile | null,
): string[] {
  const mounted = new Set(profile?.mounts.map((mount) => mount.target));
  const answered = decision.reasons.flatMap(({ ask }) => (ask === undefined ? [] : [ask]));
  return work.grants.flatMap((grant) => {
    if (grant.kind !== "path") return [];
    const timeless = { ...grant, expiresAtMs: null };
    const used =
      mounted.has(grant.path) || answered.some((ask) => covers(timeless, { ask, strength: "password" }, 0));
    return used ? [grant.id] : [];
  });
}
