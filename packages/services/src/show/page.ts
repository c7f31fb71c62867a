import type { ToolResult } from "@gatehouse/core/contracts/tool-result";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import { readPieces } from "../output/read.ts";
import { requireExecution } from "../session/access.ts";

/** The page that an html_template call showed, for whoever may see its session; nothing else is a page. */
export async function shownPage(ctx: Ctx, executionId: string): Promise<Buffer> {
  await requireExecution(ctx, executionId);
  const row = await ctx.db.executionResult.findFirst({
    where: { executionId, orgId: ctx.org.id },
    select: { body: true },
  });
  const result = row === null ? null : (JSON.parse(row.body) as ToolResult);
  if (result?.tool !== "html_template") throw notFound("page");
  const { offset, bytes } = result.page.content;
  const parts: Buffer[] = [];
  for (let from = offset; from < offset + bytes; ) {
    const part = await readPieces(ctx, { executionId, from, limit: offset + bytes - from });
    if (part.pieces.length === 0) break;
    for (const piece of part.pieces) parts.push(piece.bytes);
    from = part.nextOffset;
  }
  return Buffer.concat(parts);
}
