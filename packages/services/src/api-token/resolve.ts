import { asId, type MemberId, type OrgId } from "@gatehouse/core/ids";
import type { Role } from "@gatehouse/core/role";
import { isTokenScope, type TokenScope } from "@gatehouse/core/token-scope";
import type { Membership } from "../login/resolve.ts";
import { lacksSecondFactor } from "../login/second-factor-gate.ts";
import { type Pool, rowOf, rowsOf } from "../pool.ts";
import { hashApiToken } from "./token-text.ts";

/** A token that is good at this moment, with whom it acts for. */
export type ApiToken = {
  id: string;
  scopes: TokenScope[];
  /** the only session it may be used in; null: every one its member may use */
  sessionId: string | null;
  user: { id: string; name: string; email: string };
  membership: Membership;
};

type Row = {
  id: string;
  scopes: string[];
  session_id: string | null;
  stale: boolean;
  user_id: string;
  name: string;
  email: string;
  member_id: string;
  role: string;
  org_id: string;
  slug: string;
  org_name: string;
  needs_second_factor: boolean;
};

const select = {
  name: "api_token_resolve",
  text: `SELECT t.id, t.scopes, t.session_id, t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 minute' AS stale,
      u.id AS user_id, u.name, u.email, m.id AS member_id, m.role, o.id AS org_id, o.slug, o.name AS org_name,
      ${lacksSecondFactor}
        AND NOT EXISTS (SELECT FROM identity_provider i JOIN account a ON a.user_id = u.id
          AND a.provider_id = 'oidc:' || o.id WHERE i.org_id = o.id AND i.second_factor_trusted) AS needs_second_factor
    FROM api_token t JOIN member m ON m.id = t.member_id JOIN "user" u ON u.id = m.user_id JOIN org o ON o.id = t.org_id
    WHERE t.token_hash = $1 AND t.revoked_at IS NULL AND t.expires_at > now() AND m.locked_at IS NULL`,
};
const used = {
  name: "api_token_used",
  text: "UPDATE api_token SET last_used_at = now() WHERE id = $1::uuid",
};

/** Null for a token that never was, was revoked, has expired, or belongs to a member who is locked. */
export async function resolveApiToken(pool: Pool, token: string): Promise<ApiToken | null> {
  const row = await rowOf<Row>(pool, select, [hashApiToken(token)]);
  if (row === null) return null;
  if (row.stale) await rowsOf(pool, used, [row.id]);
  return {
    id: row.id,
    scopes: row.scopes.filter(isTokenScope),
    sessionId: row.session_id,
    user: { id: row.user_id, name: row.name, email: row.email },
    membership: {
      org: { id: asId<OrgId>(row.org_id), slug: row.slug, name: row.org_name },
      memberId: asId<MemberId>(row.member_id),
      role: row.role as Role,
      needsSecondFactor: row.needs_second_factor,
    },
  };
}
