import { createHash } from "node:crypto";
import type { Ctx } from "../context.ts";

/** One request of another agent: its token, its connection and the number it gave the request. */
export type McpRequestRef = { tokenId: string; connection: string; requestId: string | number };

const elicitationMs = 3_600_000;

/** The same request sent twice is one tool call. */
export function mcpRequestKey({ tokenId, connection, requestId }: McpRequestRef): string {
  const text = JSON.stringify(["gatehouse mcp request 1", tokenId, connection, requestId]);
  return `mcp:${createHash("sha256").update(text).digest("hex")}`;
}

export async function noteMcpRequest(
  ctx: Ctx,
  of: { requestKey: string; tokenId: string; toolCallId: string },
): Promise<void> {
  await ctx.db.mcpRequest.createMany({
    data: [{ ...of, orgId: ctx.org.id, createdAt: ctx.now }],
    skipDuplicates: true,
  });
}

/** The call that a request made, for a notice that the client no longer wants it. */
export async function callOfMcpRequest(ctx: Ctx, requestKey: string): Promise<string | null> {
  const row = await ctx.db.mcpRequest.findFirst({
    where: { requestKey, orgId: ctx.org.id },
    select: { toolCallId: true },
  });
  return row?.toolCallId ?? null;
}

/** The client is sent to the approval page and will send the same call again. */
export async function noteElicited(ctx: Ctx, toolCallId: string): Promise<void> {
  await ctx.db.mcpRequest.updateMany({
    where: { toolCallId, orgId: ctx.org.id },
    data: { elicitedAt: ctx.now },
  });
}

/** The earlier call for whose approval the client was sent away, if its end was not told yet. */
export async function elicitedCall(
  ctx: Ctx,
  of: { tokenId: string; sessionId: string; inputDigest: string },
): Promise<string | null> {
  const row = await ctx.db.mcpRequest.findFirst({
    where: {
      orgId: ctx.org.id,
      tokenId: of.tokenId,
      deliveredAt: null,
      elicitedAt: { gt: new Date(ctx.now.getTime() - elicitationMs) },
      toolCall: { sessionId: of.sessionId, inputDigest: of.inputDigest },
    },
    orderBy: { elicitedAt: "desc" },
    select: { toolCallId: true },
  });
  return row?.toolCallId ?? null;
}

/** From here on the same call is a new one. */
export async function noteDelivered(ctx: Ctx, toolCallId: string): Promise<void> {
  await ctx.db.mcpRequest.updateMany({
    where: { toolCallId, orgId: ctx.org.id, deliveredAt: null },
    data: { deliveredAt: ctx.now },
  });
}
