import { isScriptCall, parseToolCall, type ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { Ctx } from "../context.ts";

/**
 * Ties a script tool's call to the text it means: the version in force, or of a trial the newest one. A call that was
 * taken before keeps what it was tied to, so that asking again with its key never means newer code.
 */
export async function bindScript(
  ctx: Ctx,
  call: ToolCall,
  of: { sessionId: string; requestKey: string },
): Promise<ToolCall> {
  if (!isScriptCall(call) || (call.input.version !== undefined && call.input.digest !== undefined))
    return call;
  const earlier = await ctx.db.toolCall.findUnique({
    where: { sessionId_requestKey: of },
    select: { orgId: true, tool: true, input: true },
  });
  const before =
    earlier?.orgId === ctx.org.id ? parseToolCall(earlier.tool, JSON.parse(earlier.input)) : null;
  const { name } = call.input;
  const bound =
    before !== null && isScriptCall(before) && before.input.name === name
      ? { version: before.input.version, digest: before.input.digest }
      : await newest(ctx, { name, published: call.tool === "script_tool", number: call.input.version });
  const { version, digest } = bound;
  const input = {
    name,
    arguments: call.input.arguments,
    ...(version === undefined || digest === undefined ? {} : { version, digest }),
  };
  return { tool: call.tool, input };
}

type Bound = { version: number | undefined; digest: string | undefined };

async function newest(
  ctx: Ctx,
  of: { name: string; published: boolean; number: number | undefined },
): Promise<Bound> {
  const tool = await ctx.db.scriptTool.findUnique({
    where: { orgId_name: { orgId: ctx.org.id, name: of.name } },
    select: { id: true, published: true },
  });
  const none: Bound = { version: undefined, digest: undefined };
  if (tool === null || (of.published && tool.published === null)) return none;
  const wanted = of.number ?? (of.published ? (tool.published ?? undefined) : undefined);
  const row = await ctx.db.scriptToolVersion.findFirst({
    where: { toolId: tool.id, ...(wanted === undefined ? {} : { number: wanted }) },
    orderBy: { number: "desc" },
    select: { number: true, digest: true },
  });
  return row === null ? none : { version: row.number, digest: row.digest };
}
