import { may } from "@gatehouse/core/role";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { announceEndedLogins } from "../login/ended.ts";
import { withTransaction } from "../transaction.ts";

/** Ends a token at once: the next request with it is refused. */
export async function revokeApiToken(ctx: Ctx, id: string): Promise<void> {
  await requireRole(ctx, "token.create");
  const whose = may(ctx.member.role, "token.manage") ? {} : { memberId: ctx.member.id };
  await withTransaction(ctx.db, async (tx) => {
    const revoked = await tx.apiToken.updateMany({
      where: { id, orgId: ctx.org.id, revokedAt: null, ...whose },
      data: { revokedAt: ctx.now, revokedBy: ctx.member.id },
    });
    if (revoked.count === 0) throw notFound("token");
    await appendAudit(tx, auditActor(ctx), [
      { type: "api_token.revoked", payload: { tokenId: id, ...originOf(ctx) } },
    ]);
  });
  announceEndedLogins(ctx.announcer);
}
