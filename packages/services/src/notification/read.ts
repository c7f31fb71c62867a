import type { Ctx } from "../context.ts";

/** Marks the member's own notifications as read: those named, or all of this org. Another's id changes nothing. */
export async function readNotifications(ctx: Ctx, ids: readonly string[] | "all"): Promise<void> {
  await ctx.db.notification.updateMany({
    where: {
      memberId: ctx.member.id,
      orgId: ctx.org.id,
      readAt: null,
      ...(ids === "all" ? {} : { id: { in: [...ids] } }),
    },
    data: { readAt: ctx.now },
  });
}
