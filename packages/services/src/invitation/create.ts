import { AppError } from "@gatehouse/core/errors";
import type { Role } from "@gatehouse/core/role";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { normalEmail } from "../login/insert-user.ts";
import { newId } from "../new-id.ts";
import { newToken } from "../token.ts";
import { withTransaction } from "../transaction.ts";

const validMs = 7 * 24 * 3_600_000;

/** A link for one person and one role. The token is told once and kept as a hash. */
export async function createInvitation(
  ctx: Ctx,
  input: { email: string; role: Role },
): Promise<{ token: string; expiresAt: Date }> {
  await requireRole(ctx, "member.invite");
  const email = normalEmail(input.email);
  const member = await ctx.db.member.findFirst({ where: { orgId: ctx.org.id, user: { email } } });
  if (member !== null) throw new AppError("conflict", "This person is a member already.");
  const { token, hash } = newToken();
  const id = newId<string>();
  const expiresAt = new Date(ctx.now.getTime() + validMs);
  await withTransaction(ctx.db, async (tx) => {
    await tx.invitation.createMany({
      data: [
        {
          id,
          orgId: ctx.org.id,
          tokenHash: hash,
          email,
          role: input.role,
          invitedBy: ctx.member.id,
          createdAt: ctx.now,
          expiresAt,
        },
      ],
    });
    await appendAudit(tx, auditActor(ctx), [
      { type: "member.invited", payload: { invitationId: id, email, role: input.role, ...originOf(ctx) } },
    ]);
  });
  return { token, expiresAt };
}

export async function revokeInvitation(ctx: Ctx, id: string): Promise<void> {
  await requireRole(ctx, "member.invite");
  await withTransaction(ctx.db, async (tx) => {
    const revoked = await tx.invitation.updateMany({
      where: { id, orgId: ctx.org.id, acceptedAt: null, revokedAt: null },
      data: { revokedAt: ctx.now },
    });
    if (revoked.count === 0) throw notFound("open invitation");
    await appendAudit(tx, auditActor(ctx), [
      { type: "member.invitation_revoked", payload: { invitationId: id, ...originOf(ctx) } },
    ]);
  });
}
