import type { Grant } from "@gatehouse/core/grant/grant";
import { readShape } from "@gatehouse/core/grant/shape";
import { asId } from "@gatehouse/core/ids";
import type { Ask, AskStrength } from "@gatehouse/core/policy/decision";

/** A grant as a statement aggregates it; the alias of the table is g. */
export const grantColumns = `json_build_object('id', g.id, 'kind', g.kind, 'path', g.path, 'access', g.access,
  'recursive', g.recursive, 'shape', g.shape, 'digest', g.digest, 'expiresAtMs', (extract(epoch FROM g.expires_at) * 1000)::bigint)`;

export type GrantRow = {
  id: string;
  kind: string;
  path: string | null;
  access: string | null;
  recursive: boolean;
  shape: string | null;
  digest: string | null;
  expiresAtMs: number;
};

/** What stands in a session. A row that cannot be read permits nothing. */
export function standingGrants(rows: readonly GrantRow[]): Grant[] {
  return rows.flatMap((row): Grant[] => {
    const { id, expiresAtMs: end } = row;
    if (row.kind === "exact" && row.digest !== null)
      return [{ id: asId(id), kind: "exact", digest: row.digest, expiresAtMs: end }];
    if (row.kind === "shape") {
      const shape = readShape(row.shape);
      return shape === null ? [] : [{ id: asId(id), kind: "shape", shape, expiresAtMs: end }];
    }
    if (row.kind !== "path" || row.path === null) return [];
    if (row.access !== "read" && row.access !== "write") return [];
    const { path, access, recursive, expiresAtMs } = row;
    return [{ id: asId(row.id), kind: "path", path, access, recursive, expiresAtMs }];
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
