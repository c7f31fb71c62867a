import type { FileResult } from "@gatehouse/core/contracts/files";
import { isFileCall } from "@gatehouse/core/tool-call/tool-call";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { getToolResult } from "../tool-call/result.ts";
import type { ToolCallView } from "../tool-call/view-types.ts";

export type FileAnswer = { view: ToolCallView; result: FileResult | null };

/** A file tool's call as it stands, and what it found once it is over. */
export async function getFileResult(ctx: Ctx, toolCallId: string): Promise<FileAnswer> {
  const { view, result } = await getToolResult(ctx, toolCallId);
  if (!isFileCall(view)) throw notFound("result of a file tool");
  return { view, result: result as FileResult | null };
}

/** Nothing more will come of it by itself: it is over, refused, or waits for a person. */
export function isSettled({ status, execution }: ToolCallView): boolean {
  if (execution?.state === "finished") return true;
  return ["denied", "awaiting_approval", "finished", "cancelled", "expired"].includes(status);
}
