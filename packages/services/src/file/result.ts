import type { FileResult } from "@gatehouse/core/contracts/files";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { getToolCall } from "../tool-call/get.ts";
import type { ToolCallView } from "../tool-call/view-types.ts";

export type FileAnswer = { view: ToolCallView; result: FileResult | null };

/** A file tool's call as it stands, and what it found once it is over. */
export async function getFileResult(ctx: Ctx, toolCallId: string): Promise<FileAnswer> {
  const view = await getToolCall(ctx, toolCallId);
  if (view.tool === "run_command") throw notFound("result of a file tool");
  if (view.execution === undefined || view.execution.state !== "finished") return { view, result: null };
  const row = await ctx.db.executionResult.findFirst({
    where: { executionId: view.execution.id, orgId: ctx.org.id },
    select: { body: true },
  });
  return { view, result: row === null ? null : (JSON.parse(row.body) as FileResult) };
}

/** Nothing more will come of it by itself: it is over, refused, or waits for a person. */
export function isSettled({ status, execution }: ToolCallView): boolean {
  if (execution?.state === "finished") return true;
  return ["denied", "awaiting_approval", "finished", "cancelled", "expired"].includes(status);
}
