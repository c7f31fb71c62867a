import { AppError } from "@gatehouse/core/errors";
import { type MemberId } from "@gatehouse/core/ids";
import { notFound, originOf } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { PublicCtx } from "../context.ts";
import { isUniqueViolation, type Tx } from "../db.ts";
import { countTry } from "../login/count-try.ts";
import { insertUser } from "../login/insert-user.ts";
import { newId } from "../new-id.ts";
import { forgive, hit } from "../rate-limit/hit.ts";
import { hashToken } from "../token.ts";
import { withTransaction } from "../transaction.ts";

export type AcceptInput = { token: string; name: string; password: string };

/** Joins the org with the role of the invitation: a new account, or an existing one that proves its password. Once. */
export async function acceptInvitation(
  ctx: PublicCtx,
  input: AcceptInput,
): Promise<{ orgSlug: string; email: string; userId: string; existing: boolean }> {
  const key = `invitation:accept:${ctx.ip ?? "unknown"}`;
  await hit(ctx.db, { key, max: 20, windowMs: 600_000 }, ctx.now);
  const invitation = await ctx.db.invitation.findUnique({
    where: { tokenHash: hashToken(input.token) },
    include: { org: { select: { slug: true } } },
  });
  if (invitation === null || invitation.revokedAt !== null) throw notFound("invitation");
  if (invitation.expiresAt <= ctx.now)
    throw new AppError("conflict", "This invitation is too old. Ask for a new one.");
  const existing = await existingUser(ctx, { email: invitation.email, password: input.password });
  const passwordHash = existing === null ? await ctx.passwords.hash(input.password) : "";
  const memberId = newId<MemberId>();
  let userId: string;
  try {
    userId = await withTransaction(ctx.db, async (tx) => {
      await takeInvitation(ctx, tx, invitation.id);
      const joining =
        existing ?? (await insertUser(tx, { name: input.name, email: invitation.email, passwordHash }));
      const { orgId, role, email } = invitation;
      await tx.member.createMany({ data: [{ id: memberId, orgId, userId: joining, role }] });
      await appendAudit(tx, { orgId, actor: { kind: "person", memberId } }, [
        {
          type: "member.joined",
          payload: { memberId, role, email, invitationId: invitation.id, ...originOf(ctx) },
        },
      ]);
      return joining;
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError("conflict", "You are a member already. Sign in.", { cause: error });
    throw error;
  }
  await forgive(ctx.db, key);
  return { orgSlug: invitation.org.slug, email: invitation.email, userId, existing: existing !== null };
}

async function takeInvitation(ctx: PublicCtx, tx: Tx, id: string): Promise<void> {
  const taken = await tx.invitation.updateMany({
    where: { id, acceptedAt: null, revokedAt: null, expiresAt: { gt: ctx.now } },
    data: { acceptedAt: ctx.now },
  });
  if (taken.count !== 1) throw new AppError("conflict", "This invitation was used already.");
}

async function existingUser(
  ctx: PublicCtx,
  input: { email: string; password: string },
): Promise<string | null> {
  const user = await ctx.db.user.findUnique({
    where: { email: input.email },
    include: { accounts: { where: { providerId: "credential" }, select: { password: true } } },
  });
  if (user === null) return null;
  const counted = await countTry(ctx, { email: input.email, known: false });
  const hash = user.accounts[0]?.password ?? null;
  if (hash === null || !(await ctx.passwords.verify(hash, input.password))) {
    throw new AppError("unauthenticated", "That is not the password of this account.");
  }
  for (const key of counted) await forgive(ctx.db, key);
  return user.id;
}
