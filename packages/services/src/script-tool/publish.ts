import { AppError } from "@gatehouse/core/errors";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { withTransaction } from "../transaction.ts";
import { mostPublished } from "./published.ts";

/** Puts one version in force, a new or an earlier one: exactly the text whose digest was looked at. */
export async function publishScriptTool(
  ctx: Ctx,
  input: { name: string; number: number; digest: string },
): Promise<void> {
  await requireRole(ctx, "script_tool.manage");
  const { name, number, digest } = input;
  await withTransaction(ctx.db, async (tx) => {
    const tool = await tx.scriptTool.findUnique({ where: { orgId_name: { orgId: ctx.org.id, name } } });
    if (tool === null) throw notFound("script tool");
    const at = { toolId: tool.id, number };
    const version = await tx.scriptToolVersion.findUnique({ where: { toolId_number: at } });
    if (version === null) throw notFound("version of this script tool");
    await tx.scriptToolVersion.updateMany({
      where: { ...at, digest, publishedAt: null },
      data: { publishedAt: ctx.now, publishedBy: ctx.member.id },
    });
    // read again after the update: whoever saved in between is waited for, and what they saved is not published
    const now = await tx.scriptToolVersion.findUnique({ where: { toolId_number: at } });
    if (now?.digest !== digest || now.publishedAt === null)
      throw new AppError("stale", "This version was changed meanwhile. Look at it before it is published.");
    const others = await tx.scriptTool.count({
      where: { orgId: ctx.org.id, published: { not: null }, NOT: { id: tool.id } },
    });
    if (others >= mostPublished)
      throw new AppError(
        "limit_reached",
        `An org has ${mostPublished} published tools at most. Unpublish one first.`,
      );
    const changed = await tx.scriptTool.updateMany({
      where: { id: tool.id, OR: [{ published: null }, { published: { not: number } }] },
      data: { published: number },
    });
    if (changed.count === 0) throw new AppError("conflict", "This version is in force already.");
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "script_tool.published",
        payload: {
          name,
          version: number,
          digest,
          replaces: tool.published,
          withoutAsking: version.withoutAsking,
          ...originOf(ctx),
        },
      },
    ]);
  });
}

/** No session can use it any more; what runs goes on, and every version is kept. */
export async function unpublishScriptTool(ctx: Ctx, input: { name: string }): Promise<void> {
  await requireRole(ctx, "script_tool.manage");
  const { name } = input;
  await withTransaction(ctx.db, async (tx) => {
    const tool = await tx.scriptTool.findUnique({ where: { orgId_name: { orgId: ctx.org.id, name } } });
    if (tool === null) throw notFound("script tool");
    const { count } = await tx.scriptTool.updateMany({
      where: { id: tool.id, published: { not: null } },
      data: { published: null },
    });
    if (count === 0) throw new AppError("conflict", "This tool is not published.");
    await appendAudit(tx, auditActor(ctx), [
      { type: "script_tool.unpublished", payload: { name, version: tool.published, ...originOf(ctx) } },
    ]);
  });
}
