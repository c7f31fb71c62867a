import type { Role } from "@gatehouse/core/role";
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
};

export async function listMembers(ctx: Ctx): Promise<MemberView[]> {
  await requireRole(ctx, "member.read");
  const rows = await ctx.db.member.findMany({
    where: { orgId: ctx.org.id },
    orderBy: { createdAt: "asc" },
    include: { user: { include: { logins: { orderBy: { updatedAt: "desc" }, take: 1 } } } },
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.user.name,
    email: row.user.email,
    role: row.role as Role,
    createdAt: row.createdAt,
    lastSeenAt: row.user.logins[0]?.updatedAt ?? null,
    lockedAt: row.lockedAt,
  }));
}
