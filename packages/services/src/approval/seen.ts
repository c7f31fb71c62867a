import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";

/** A question really stood on this member's page. The first time counts; another org's ids change nothing. */
export async function sawApprovals(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await requireRole(ctx, "session.drive");
  if (ids.length === 0) return;
  await ctx.db.$executeRaw`
    INSERT INTO approval_delivery (approval_id, round, member_id, org_id, seen_at)
    SELECT a.id, a.round, ${ctx.member.id}::uuid, a.org_id, ${ctx.now} FROM approval a
      WHERE a.org_id = ${ctx.org.id}::uuid AND a.id = ANY(${[...ids]}::uuid[]) AND a.status = 'pending'
    ON CONFLICT (approval_id, round, member_id) DO UPDATE SET seen_at = coalesce(approval_delivery.seen_at, excluded.seen_at)`;
}
