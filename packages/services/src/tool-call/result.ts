import type { ToolResult } from "@gatehouse/core/contracts/tool-result";
import type { Ctx } from "../context.ts";
import { requireSession } from "../session/access.ts";
import { getToolCall } from "./get.ts";
import type { ToolCallView } from "./view-types.ts";

export type ToolAnswer = { view: ToolCallView; result: ToolResult | null };

/** A call as it stands and, once it is over, the structured half of what it brought; null for a command. */
export async function getToolResult(ctx: Ctx, toolCallId: string): Promise<ToolAnswer> {
  const view = await getToolCall(ctx, toolCallId);
  if (view.execution?.state !== "finished") return { view, result: null };
  // Who answers for others may look at the call; what it brought is the session's.
  await requireSession(ctx, view.sessionId, "read");
  const row = await ctx.db.executionResult.findFirst({
    where: { executionId: view.execution.id, orgId: ctx.org.id },
    select: { body: true },
  });
  return { view, result: row === null ? null : (JSON.parse(row.body) as ToolResult) };
}
