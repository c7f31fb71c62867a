import { asId, type MemberId, type OrgId } from "@gatehouse/core/ids";
import type { Role } from "@gatehouse/core/role";
import type { Db } from "../db.ts";

export type Membership = { org: { id: OrgId; slug: string; name: string }; memberId: MemberId; role: Role };
export type Person = {
  loginId: string;
  token: string;
  user: { id: string; name: string; email: string };
  memberships: Membership[];
};

type Row = {
  login_id: string;
  user_id: string;
  name: string;
  email: string;
  stale: boolean;
  member_id: string | null;
  role: string | null;
  org_id: string | null;
  slug: string | null;
  org_name: string | null;
};

export const loginSeconds = 7 * 24 * 3_600;

/** Who a login's token belongs to, and where they are a member: one indexed query for every request. */
export async function resolveLogin(db: Db, token: string): Promise<Person | null> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT l.id AS login_id, u.id AS user_id, u.name, u.email, l.updated_at < now() - interval '1 hour' AS stale,
      m.id::text AS member_id, m.role, o.id::text AS org_id, o.slug, o.name AS org_name
    FROM login l JOIN "user" u ON u.id = l.user_id
      LEFT JOIN member m ON m.user_id = u.id AND m.locked_at IS NULL
      LEFT JOIN org o ON o.id = m.org_id
    WHERE l.token = ${token} AND l.expires_at > now()`;
  const first = rows[0];
  if (first === undefined) return null;
  if (first.stale) {
    await db.$executeRaw`UPDATE login SET updated_at = now(), expires_at = now() + ${loginSeconds} * interval '1 second'
      WHERE id = ${first.login_id}`;
  }
  return {
    loginId: first.login_id,
    token,
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
    },
  ];
}
