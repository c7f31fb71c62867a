import { type Role, roles } from "@gatehouse/core/role";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";

export const loginHoursBounds = { min: 1, max: 720 };

export type OrgSettings = {
  name: string;
  slug: string;
  secondFactorRoles: Role[];
  loginHours: number;
  /** roles that may step up, from the policy in force */
  stepUpRoles: Role[];
  /** members who are not locked and have neither an authenticator app nor a passkey, by role */
  withoutSecondFactor: Record<Role, number>;
  /** whether who asks has a second factor */
  ownSecondFactor: boolean;
};

/** What an admin sets for the whole org, and whom a requirement would meet. */
export async function readOrgSettings(ctx: Ctx): Promise<OrgSettings> {
  await requireRole(ctx, "org.manage");
  const [org, { document }, lacking] = await Promise.all([
    ctx.db.org.findUniqueOrThrow({ where: { id: ctx.org.id } }),
    ctx.policies.current(ctx.db, ctx.org.id),
    ctx.db.member.findMany({
      where: { orgId: ctx.org.id, lockedAt: null, user: withoutSecondFactor },
      select: { id: true, role: true },
    }),
  ]);
  return {
    name: org.name,
    slug: org.slug,
    secondFactorRoles: roles.filter((role) => org.secondFactorRoles.includes(role)),
    loginHours: org.loginHours,
    stepUpRoles: roles.filter((role) => (document.step_up_role as readonly string[]).includes(role)),
    withoutSecondFactor: Object.fromEntries(
      roles.map((role) => [role, lacking.filter((member) => member.role === role).length]),
    ) as Record<Role, number>,
    ownSecondFactor: !lacking.some((member) => member.id === ctx.member.id),
  };
}

/** A user with neither a confirmed authenticator app nor a passkey. */
export const withoutSecondFactor = {
  OR: [{ totp: null }, { totp: { confirmedAt: null } }],
  passkeys: { none: {} },
};
