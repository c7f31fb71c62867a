import type { AuditEvent } from "@gatehouse/core/audit/event";
import { AppError } from "@gatehouse/core/errors";
import type { ScriptDefinition, ScriptToolFile } from "@gatehouse/core/script-tool/definition";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { isUniqueViolation, type Tx } from "../db.ts";
import { newId } from "../new-id.ts";
import { withTransaction } from "../transaction.ts";
import { scriptDigest } from "./digest.ts";
import { columnsOf } from "./version.ts";

export type SaveScript = {
  name: string;
  definition: ScriptDefinition;
  /** what was edited: the newest version and its revision; null makes a tool of a new name */
  base: { number: number; revision: number } | null;
};
export type Saved = { name: string; number: number; revision: number };

/** Keeps a draft: of a new tool, of the draft that is there, or as a new version after one that was published. */
export async function saveScriptTool(ctx: Ctx, input: SaveScript): Promise<Saved> {
  await requireRole(ctx, "script_tool.manage");
  if (input.base === null && input.name.startsWith("ext_"))
    throw new AppError(
      "invalid_input",
      "name: ext_ names imported tools; a tool of your own begins with script_.",
    );
  return keep(ctx, input, "script_tool.saved");
}

/** An exported tool becomes ext_<name> and waits as a draft: what came from elsewhere is read before it runs. */
export async function importScriptTool(ctx: Ctx, file: ScriptToolFile): Promise<Saved> {
  await requireRole(ctx, "script_tool.manage");
  const { kind: _kind, name: exported, ...rest } = file;
  const name = exported.replace(/^(?:script|ext)_/, "ext_");
  const definition = { ...rest, withoutAsking: false };
  const before = await ctx.db.scriptTool.findUnique({
    where: { orgId_name: { orgId: ctx.org.id, name } },
    select: { versions: { orderBy: { number: "desc" }, take: 1, select: { number: true, revision: true } } },
  });
  return keep(ctx, { name, definition, base: before?.versions[0] ?? null }, "script_tool.imported");
}

async function keep(
  ctx: Ctx,
  { name, definition, base }: SaveScript,
  type: "script_tool.saved" | "script_tool.imported",
): Promise<Saved> {
  const digest = scriptDigest(definition);
  const data = { ...columnsOf(definition), digest, writtenBy: ctx.member.id, writtenAt: ctx.now };
  try {
    return await withTransaction(ctx.db, async (tx) => {
      const saved =
        base === null ? await create(ctx, tx, { name, data }) : await change(ctx, tx, { name, base, data });
      const event: AuditEvent = {
        type,
        payload: {
          name,
          version: saved.number,
          digest,
          interpreter: definition.interpreter,
          code: definition.code,
          schema: data.schema,
          timeoutSeconds: definition.timeoutSeconds,
          withoutAsking: definition.withoutAsking,
          ...originOf(ctx),
        },
      };
      await appendAudit(tx, auditActor(ctx), [event]);
      return { name, ...saved };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (base === null)
      throw new AppError("conflict", `There is a tool ${name} already. Choose another name.`);
    throw takenOver();
  }
}

type Data = ReturnType<typeof columnsOf> & { digest: string; writtenBy: string; writtenAt: Date };
type Numbered = { number: number; revision: number };

async function create(ctx: Ctx, tx: Tx, of: { name: string; data: Data }): Promise<Numbered> {
  const id = newId<string>();
  await tx.scriptTool.createMany({
    data: [{ id, orgId: ctx.org.id, name: of.name, createdBy: ctx.member.id, createdAt: ctx.now }],
  });
  await tx.scriptToolVersion.createMany({ data: [{ toolId: id, orgId: ctx.org.id, number: 1, ...of.data }] });
  return { number: 1, revision: 1 };
}

async function change(ctx: Ctx, tx: Tx, of: { name: string; base: Numbered; data: Data }): Promise<Numbered> {
  const { name, base, data } = of;
  const tool = await tx.scriptTool.findUnique({
    where: { orgId_name: { orgId: ctx.org.id, name } },
    select: { id: true, versions: { orderBy: { number: "desc" }, take: 1 } },
  });
  const newest = tool?.versions[0];
  if (tool === null || newest === undefined) throw new AppError("not_found", "There is no such script tool.");
  if (newest.number !== base.number || newest.revision !== base.revision) throw takenOver();
  if (newest.publishedAt !== null) {
    const number = newest.number + 1;
    await tx.scriptToolVersion.createMany({
      data: [{ toolId: tool.id, orgId: ctx.org.id, number, ...data }],
    });
    return { number, revision: 1 };
  }
  const revision = base.revision + 1;
  const { count } = await tx.scriptToolVersion.updateMany({
    where: { toolId: tool.id, number: base.number, revision: base.revision, publishedAt: null },
    data: { ...data, revision },
  });
  if (count === 0) throw takenOver();
  return { number: base.number, revision };
}

function takenOver(): AppError {
  return new AppError(
    "stale",
    "Somebody else changed this tool meanwhile. Look at what it is now, then make your change again.",
  );
}
