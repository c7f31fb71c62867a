import { may, type Role } from "@gatehouse/core/role";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";

export type MemberView = {
  id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: Date;
  lastSeenAt: Date | null;
  lockedAt: Date | null;
  /** null for whoever may not reset it */
  secondFactor: { totp: boolean; passkeys: number; required: boolean } | null;
};

export async function listMembers(ctx: Ctx): Promise<MemberView[]> {
  await requireRole(ctx, "member.read");
  const shows = ctx.actor.kind === "person" && may(ctx.member.role, "member.reset_second_factor");
  const [rows, org] = await Promise.all([
    ctx.db.member.findMany({
      where: { orgId: ctx.org.id },
      orderBy: { createdAt: "asc" },
      include: {
        user: {
          select: {
            name: true,
            email: true,
            totp: { select: { confirmedAt: true } },
            _count: { select: { passkeys: true } },
            lastSeenAt: true,
          },
        },
      },
    }),
    ctx.db.org.findUniqueOrThrow({ where: { id: ctx.org.id }, select: { secondFactorRoles: true } }),
  ]);
  return rows.map(({ user, ...row }) => ({
    id: row.id,
    name: user.name,
    email: user.email,
    role: row.role as Role,
    createdAt: row.createdAt,
    lastSeenAt: user.lastSeenAt,
    lockedAt: row.lockedAt,
    secondFactor: shows
      ? {
          totp: user.totp !== null && user.totp.confirmedAt !== null,
          passkeys: user._count.passkeys,
          required: org.secondFactorRoles.includes(row.role),
        }
      : null,
  }));
}
