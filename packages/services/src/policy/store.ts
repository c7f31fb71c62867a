import { Defect } from "@gatehouse/core/errors";
import { effectivePolicy, type Policy } from "@gatehouse/core/policy/defaults";
import { readPolicy } from "@gatehouse/core/policy/policy";
import type { Db, Tx } from "../db.ts";

/** A version with the shipped defaults merged in: what decisions are made with. */
export type PolicyInForce = { number: number; document: Policy };

/**
 * The policy in force, asked of the database each time by number and parsed once a version: a version never changes,
 * so what is kept is always right, and a publish is in force with the next question.
 */
export type PolicyStore = {
  current(db: Db | Tx, orgId: string): Promise<PolicyInForce>;
  /** a version whose number was just read */
  version(db: Db | Tx, orgId: string, number: number): Promise<PolicyInForce>;
};

export function createPolicyStore(): PolicyStore {
  const parsed = new Map<string, PolicyInForce>();
  const version = async (db: Db | Tx, orgId: string, number: number): Promise<PolicyInForce> => {
    const known = parsed.get(orgId);
    if (known?.number === number) return known;
    const row = await db.policy.findUniqueOrThrow({ where: { orgId_number: { orgId, number } } });
    const result = readPolicy(row.document);
    if (!result.ok) throw new Defect(`policy ${number} of org ${orgId} cannot be read`);
    const inForce = { number, document: effectivePolicy(result.document) };
    if (known === undefined || known.number < number) parsed.set(orgId, inForce);
    return inForce;
  };
  return {
    version,
    async current(db, orgId) {
      const rows = await db.$queryRaw<{ number: number }[]>`
        SELECT number FROM policy WHERE org_id = ${orgId}::uuid ORDER BY number DESC LIMIT 1`;
      const number = rows[0]?.number;
      if (number === undefined) throw new Defect(`org ${orgId} has no policy`);
      return version(db, orgId, number);
    },
  };
}
