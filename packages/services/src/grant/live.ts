import type { Grant } from "@gatehouse/core/grant/grant";
import { asId } from "@gatehouse/core/ids";
import type { Ask, AskStrength } from "@gatehouse/core/policy/decision";
import type { Db, Tx } from "../db.ts";

/** Grants of a session that are in force at this moment. */
export async function liveGrants(db: Db | Tx, sessionId: string, now: Date): Promise<Grant[]> {
  const rows = await db.grant.findMany({ where: { sessionId, revokedAt: null, expiresAt: { gt: now } } });
  return rows.flatMap((row): Grant[] => {
    if (row.kind !== "path" || row.path === null) return [];
    if (row.access !== "read" && row.access !== "write") return [];
    return [
      {
        id: asId(row.id),
        kind: "path",
        path: row.path,
        access: row.access,
        recursive: row.recursive,
        expiresAtMs: row.expiresAt.getTime(),
      },
    ];
  });
}

/** What an approved approval permits: the asks of this one call, bound to its digest. */
export function callGrant(approval: {
  id: string;
  inputDigest: string;
  asks: string;
  strength: string;
}): Grant {
  return {
    id: asId(approval.id),
    kind: "call",
    digest: approval.inputDigest,
    strength: approval.strength as AskStrength,
    asks: JSON.parse(approval.asks) as Ask[],
    expiresAtMs: null,
  };
}
