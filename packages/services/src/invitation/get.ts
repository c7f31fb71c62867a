import type { Role } from "@gatehouse/core/role";
import { notFound } from "../access.ts";
import type { PublicCtx } from "../context.ts";
import { hit } from "../rate-limit/hit.ts";
import { hashToken } from "../token.ts";

export type OpenedInvitation = {
  orgName: string;
  email: string;
  role: Role;
  expired: boolean;
  accepted: boolean;
  /** false when the e-mail has an account already, whose password then joins it to the org */
  needsAccount: boolean;
};

export async function getInvitation(ctx: PublicCtx, token: string): Promise<OpenedInvitation> {
  await hit(ctx.db, { key: `invitation:${ctx.ip ?? "unknown"}`, max: 120, windowMs: 600_000 }, ctx.now);
  const row = await ctx.db.invitation.findUnique({
    where: { tokenHash: hashToken(token) },
    include: { org: { select: { name: true } } },
  });
  if (row === null || row.revokedAt !== null) throw notFound("invitation");
  const account = await ctx.db.user.count({ where: { email: row.email } });
  return {
    orgName: row.org.name,
    email: row.email,
    role: row.role as Role,
    expired: row.expiresAt <= ctx.now,
    accepted: row.acceptedAt !== null,
    needsAccount: account === 0,
  };
}
