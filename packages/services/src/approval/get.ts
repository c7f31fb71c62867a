import { may } from "@gatehouse/core/role";
import { notFound, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { accessColumns, accessIn, requireSession } from "../session/access.ts";
import { toolCallInclude } from "../tool-call/row.ts";
import { memberNames, viewsOf } from "../tool-call/views.ts";
import type { ApprovalItem } from "./list.ts";

export type Delivery = { name: string; toldAt: Date | null; escalated: boolean; seenAt: Date | null };
export type ApprovalPage = ApprovalItem & { deliveries: Delivery[] };

/** One approval, open or over, with who was told of it and on whose page it stood. */
export async function getApproval(ctx: Ctx, id: string): Promise<ApprovalPage> {
  await requireRole(ctx, "session.drive");
  const row = await ctx.db.toolCall.findFirst({
    where: { orgId: ctx.org.id, approval: { id } },
    include: { ...toolCallInclude, session: { select: accessColumns(ctx.member.id) } },
  });
  if (row?.approval == null) throw notFound("approval");
  if (!may(ctx.member.role, "approval.answer_any")) {
    await requireSession(ctx, row.sessionId, "read").catch(() => {
      throw notFound("approval");
    });
  }
  const deliveries = await ctx.db.approvalDelivery.findMany({
    where: { approvalId: id, orgId: ctx.org.id, round: row.approval.round },
    orderBy: { memberId: "asc" },
  });
  const [[toolCall], names] = await Promise.all([
    viewsOf(ctx, [row]),
    memberNames(
      ctx,
      deliveries.map(({ memberId }) => memberId),
    ),
  ]);
  if (toolCall?.approval === undefined) throw notFound("approval");
  return {
    approvalId: id,
    strength: toolCall.approval.strength,
    sessionTitle: row.session.title,
    toolCall,
    drives: accessIn(ctx, row.session) === "drive",
    deliveries: deliveries.map(({ memberId, toldAt, escalated, seenAt }) => ({
      name: names.get(memberId) ?? "former member",
      toldAt,
      escalated,
      seenAt,
    })),
  };
}
