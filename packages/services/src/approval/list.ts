import type { AskStrength } from "@gatehouse/core/policy/decision";
import { may } from "@gatehouse/core/role";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { toolCallInclude } from "../tool-call/row.ts";
import type { ApprovalStatus, ToolCallView } from "../tool-call/view-types.ts";
import { viewsOf } from "../tool-call/views.ts";
import { accessColumns, accessIn, drivable } from "../session/access.ts";

export type ApprovalItem = {
  approvalId: string;
  strength: AskStrength;
  sessionTitle: string;
  toolCall: ToolCallView;
  /** whether this member may take the call back; answering may be allowed where that is not */
  drives: boolean;
};

/** What takes the password comes first, then what opens the network; among equals the oldest. */
function riskOf({ strength, toolCall }: ApprovalItem): number {
  if (strength === "password") return 2;
  return toolCall.approval?.asks.some(({ kind }) => kind !== "call") === true ? 1 : 0;
}

/** Approvals of the org, riskiest and then oldest first; pending ones are only those that this member may answer. */
export async function listApprovals(ctx: Ctx, input: { status: ApprovalStatus }): Promise<ApprovalItem[]> {
  await requireRole(ctx, "session.drive");
  const rows = await ctx.db.toolCall.findMany({
    where: {
      orgId: ctx.org.id,
      ...(may(ctx.member.role, "approval.answer_any") ? {} : { session: drivable(ctx) }),
      approval: {
        status: input.status,
        ...(input.status === "pending" ? { expiresAt: { gt: ctx.now } } : {}),
      },
    },
    orderBy: { id: input.status === "pending" ? "asc" : "desc" },
    take: 200,
    include: { ...toolCallInclude, session: { select: accessColumns(ctx.member.id) } },
  });
  const views = await viewsOf(ctx, rows);
  const items = views.flatMap((toolCall, index) => {
    const { approval } = toolCall;
    if (approval === undefined || (input.status === "pending" && !approval.mayAnswer)) return [];
    const session = rows[index]?.session;
    if (session === undefined) return [];
    const drives = accessIn(ctx, session) === "drive";
    const { id: approvalId, strength } = approval;
    return [{ approvalId, strength, sessionTitle: session.title, toolCall, drives }];
  });
  return input.status === "pending" ? items.sort((one, other) => riskOf(other) - riskOf(one)) : items;
}
