import { asId, type MemberId, type OrgId } from "@gatehouse/core/ids";
import type { Role } from "@gatehouse/core/role";
import { type Pool, rowsOf } from "../pool.ts";
import { lacksSecondFactor } from "./second-factor-gate.ts";

export type Membership = {
  org: { id: OrgId; slug: string; name: string };
  memberId: MemberId;
  role: Role;
  /** the org wants a second factor of this role, and the person has none yet */
  needsSecondFactor: boolean;
};
export type Person = {
  loginId: string;
  startedAt: Date;
  token: string;
  /** the only org that this login opens, where an org's identity provider vouched for it */
  onlyOrg: string | null;
  user: { id: string; name: string; email: string };
  memberships: Membership[];
};

type Row = {
  login_id: string;
  user_id: string;
  name: string;
  email: string;
  started_at: Date;
  only_org: string | null;
  seconds: number;
  stale: boolean;
  needs_second_factor: boolean | null;
  member_id: string | null;
  role: string | null;
  org_id: string | null;
  slug: string | null;
  org_name: string | null;
};

const select = {
  name: "login_resolve",
  text: `SELECT l.id AS login_id, u.id AS user_id, u.name, u.email, l.created_at AS started_at, l.seconds, l.org_id::text AS only_org,
      l.updated_at < now() - least(interval '1 hour', l.seconds * interval '0.1 second') AS stale,
      m.id AS member_id, m.role, o.id AS org_id, o.slug, o.name AS org_name,
      ${lacksSecondFactor}
        AND NOT EXISTS (SELECT FROM identity_provider i WHERE i.org_id = o.id AND i.second_factor_trusted
          AND l.method = 'oidc' AND l.org_id = o.id) AS needs_second_factor
    FROM login l JOIN "user" u ON u.id = l.user_id
      LEFT JOIN member m ON m.user_id = u.id AND m.locked_at IS NULL
        AND (l.org_id IS NULL OR m.org_id = l.org_id)
      LEFT JOIN org o ON o.id = m.org_id
    WHERE l.token = $1 AND l.expires_at > now()`,
};
const prolong = {
  name: "login_prolong",
  text: `WITH used AS (
      UPDATE login SET updated_at = now(), expires_at = now() + $2 * interval '1 second' WHERE id = $1 RETURNING user_id)
    UPDATE "user" u SET last_seen_at = now() FROM used WHERE u.id = used.user_id`,
};

/**
 * Who a login's token belongs to, and where they are a member: one indexed query for every request.
 * SAFETY: what an org's identity provider vouched for opens no other org of the person (identity-provider.test.ts).
 */
export async function resolveLogin(pool: Pool, token: string): Promise<Person | null> {
  const rows = await rowsOf<Row>(pool, select, [token]);
  const first = rows[0];
  if (first === undefined) return null;
  if (first.stale) await rowsOf(pool, prolong, [first.login_id, first.seconds]);
  return {
    loginId: first.login_id,
    startedAt: first.started_at,
    token,
    onlyOrg: first.only_org,
    user: { id: first.user_id, name: first.name, email: first.email },
    memberships: rows.flatMap(membershipOf),
  };
}

function membershipOf(row: Row): Membership[] {
  const { member_id, role, org_id, slug, org_name } = row;
  if (member_id === null || role === null || org_id === null || slug === null || org_name === null) return [];
  return [
    {
      org: { id: asId<OrgId>(org_id), slug, name: org_name },
      memberId: asId<MemberId>(member_id),
      role: role as Role,
      needsSecondFactor: row.needs_second_factor === true,
    },
  ];
}
