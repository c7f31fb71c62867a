import { AppError } from "@gatehouse/core/errors";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { announceEndedLogins } from "../login/ended.ts";
import { withTransaction } from "../transaction.ts";
import { requireStillAdmin } from "./change-role.ts";
import { endWorkOf } from "./end-work.ts";

/**
 * Shuts a member out at once: logins and tokens end, what waits is taken back, what runs is asked to end. Never oneself, so
 * the admin who locks stays. The member's row is taken first: a call that is being asked for comes before it and is ended
 * here, or after it and is refused by the database.
 */
export async function lockMember(ctx: Ctx, memberId: string): Promise<void> {
  await requireRole(ctx, "member.lock");
  const member = await find(ctx, memberId);
  if (member.id === ctx.member.id)
    throw new AppError("conflict", "You cannot lock yourself. Another admin can.");
  const ended = await withTransaction(ctx.db, async (tx) => {
    await requireStillAdmin(ctx, tx);
    await tx.$queryRaw`SELECT 1 AS taken FROM member WHERE id = ${memberId}::uuid FOR UPDATE`;
    const locked = await tx.member.updateMany({
      where: { id: memberId, lockedAt: null },
      data: { lockedAt: ctx.now },
    });
    if (locked.count === 0) throw new AppError("conflict", "This member is locked already.");
    const elsewhere = await tx.member.count({ where: { userId: member.userId, lockedAt: null } });
    const logins =
      elsewhere > 0 ? 0 : (await tx.login.deleteMany({ where: { userId: member.userId } })).count;
    const tokens = await tx.apiToken.updateMany({
      where: { memberId, revokedAt: null },
      data: { revokedAt: ctx.now, revokedBy: ctx.member.id },
    });
    const work = await endWorkOf(tx, { memberId, by: ctx.member.id, now: ctx.now });
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "member.locked",
        payload: { memberId, logins, tokens: tokens.count, ...work.counts, ...originOf(ctx) },
      },
      ...work.events,
    ]);
    return work;
  });
  announceEndedLogins(ctx.announcer);
  for (const { hostId, id } of ended.unqueued) {
    await ctx.queues
      .removeExecution(hostId, id)
      .catch((error: unknown) =>
        ctx.log.warn({ error: String(error) }, "the job of a cancelled call stays; its claim will fail"),
      );
  }
}

/** Lets a member in again. What was ended stays ended: they sign in and make new tokens. */
export async function unlockMember(ctx: Ctx, memberId: string): Promise<void> {
  await requireRole(ctx, "member.lock");
  await find(ctx, memberId);
  await withTransaction(ctx.db, async (tx) => {
    await requireStillAdmin(ctx, tx);
    const unlocked = await tx.member.updateMany({
      where: { id: memberId, lockedAt: { not: null } },
      data: { lockedAt: null },
    });
    if (unlocked.count === 0) throw new AppError("conflict", "This member is not locked.");
    await appendAudit(tx, auditActor(ctx), [
      { type: "member.unlocked", payload: { memberId, ...originOf(ctx) } },
    ]);
  });
}

async function find(ctx: Ctx, id: string): Promise<{ id: string; userId: string }> {
  const member = await ctx.db.member.findFirst({
    where: { id, orgId: ctx.org.id },
    select: { id: true, userId: true },
  });
  if (member === null) throw notFound("member");
  return member;
}
