import type { Role } from "@gatehouse/core/role";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";

export type InvitationView = {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  expired: boolean;
};

/** Invitations that were neither accepted nor revoked. */
export async function listInvitations(ctx: Ctx): Promise<InvitationView[]> {
  await requireRole(ctx, "member.invite");
  const rows = await ctx.db.invitation.findMany({
    where: { orgId: ctx.org.id, acceptedAt: null, revokedAt: null },
    orderBy: { createdAt: "desc" },
  });
  const names = await memberNames(ctx, [...new Set(rows.map((row) => row.invitedBy))]);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role as Role,
    invitedBy: names.get(row.invitedBy) ?? "former member",
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    expired: row.expiresAt <= ctx.now,
  }));
}
