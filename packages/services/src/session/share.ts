import { AppError } from "@gatehouse/core/errors";
import { auditActor, notFound, originOf, requirePerson, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { announceEndedLogins } from "../login/ended.ts";
import { withTransaction } from "../transaction.ts";
import { mayShare, requireSession, type SessionAccess, type Visibility } from "./access.ts";

export type Share = { memberId: string; access: SessionAccess };
export type Sharing = { visibility: Visibility; shares: (Share & { name: string })[] };

/** With whom a session is shared. */
export async function getSharing(ctx: Ctx, id: string): Promise<Sharing> {
  const session = await requireSession(ctx, id, "read");
  const rows = await ctx.db.sessionMember.findMany({
    where: { sessionId: id },
    orderBy: { sharedAt: "asc" },
  });
  const members = await ctx.db.member.findMany({
    where: { orgId: ctx.org.id, id: { in: rows.map((row) => row.memberId) } },
    select: { id: true, user: { select: { name: true } } },
  });
  return {
    visibility: session.visibility as Visibility,
    shares: rows.map((row) => ({
      memberId: row.memberId,
      access: row.access as SessionAccess,
      name: members.find((member) => member.id === row.memberId)?.user.name ?? "former member",
    })),
  };
}

/** Shares a session with the whole org, with chosen members, or with nobody. In force with the next look of anybody. */
export async function shareSession(
  ctx: Ctx,
  input: { id: string; visibility: Visibility; shares: readonly Share[] },
): Promise<void> {
  await requireRole(ctx, "session.drive");
  requirePerson(ctx);
  const session = await requireSession(ctx, input.id, "read");
  if (!mayShare(ctx, session))
    throw new AppError("forbidden", "Only the owner of a session and admins share it.");
  const memberIds = [...new Set(input.shares.map((share) => share.memberId))];
  const known = await ctx.db.member.count({ where: { id: { in: memberIds }, orgId: ctx.org.id } });
  if (known !== memberIds.length) throw notFound("member");
  await withTransaction(ctx.db, async (tx) => {
    const shares = input.shares.map(({ memberId, access }) => ({ memberId, access }));
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "session.shared",
        sessionId: input.id,
        payload: { visibility: input.visibility, before: session.visibility, shares, ...originOf(ctx) },
      },
    ]);
    await tx.session.updateMany({ where: { id: input.id }, data: { visibility: input.visibility } });
    await tx.sessionMember.deleteMany({ where: { sessionId: input.id } });
    await tx.sessionMember.createMany({
      data: shares.map((share) => ({ ...share, sessionId: input.id, sharedBy: ctx.member.id })),
      skipDuplicates: true,
    });
  });
  announceEndedLogins(ctx.announcer);
}
