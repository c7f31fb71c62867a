import { AppError } from "@gatehouse/core/errors";
import { may, type Role } from "@gatehouse/core/role";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { announceEndedLogins } from "../login/ended.ts";
import { withTransaction } from "../transaction.ts";

/** Never one's own, so an org cannot lose its last admin this way. */
export async function changeRole(ctx: Ctx, input: { memberId: string; role: Role }): Promise<void> {
  await requireRole(ctx, "member.change_role");
  const member = await ctx.db.member.findFirst({ where: { id: input.memberId, orgId: ctx.org.id } });
  if (member === null) throw notFound("member");
  if (member.id === ctx.member.id) throw new AppError("conflict", "Another admin changes your role.");
  await withTransaction(ctx.db, async (tx) => {
    await requireStillAdmin(ctx, tx);
    const changed = await tx.member.updateMany({
      where: { id: member.id, role: { not: input.role } },
      data: { role: input.role },
    });
    if (changed.count === 0) return;
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "member.role_changed",
        payload: { memberId: member.id, from: member.role, to: input.role, ...originOf(ctx) },
      },
    ]);
  });
  announceEndedLogins(ctx.announcer);
}

/** The org's row is locked, so that of two admins who change each other one is too late and an admin stays. */
export async function requireStillAdmin(ctx: Ctx, tx: Tx): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM org WHERE id = ${ctx.org.id}::uuid FOR UPDATE`;
  const self = await tx.member.findFirst({
    where: { id: ctx.member.id, lockedAt: null },
    select: { role: true },
  });
  if (self === null || !may(self.role as Role, "member.change_role")) {
    throw new AppError("forbidden", "You are no admin any more.");
  }
}
