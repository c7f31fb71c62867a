import { notFound } from "@gatehouse/services/access";
import { getToolCall } from "@gatehouse/services/tool-call/get";
import type { ToolCallView } from "@gatehouse/services/tool-call/view-types";
import type { Mcp } from "./mcp.ts";

/** SAFETY: for a token of one session there is no call outside it (mcp.test.ts). */
export async function ownCall({ ctx, token }: Mcp, id: string): Promise<ToolCallView> {
  const view = await getToolCall(ctx, id);
  if (token.sessionId !== null && token.sessionId !== view.sessionId) throw notFound("tool call");
  return view;
}
