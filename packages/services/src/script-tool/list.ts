import type { ScriptDefinition } from "@gatehouse/core/script-tool/definition";
import { notFound, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";
import { definitionOf } from "./version.ts";

export type ScriptToolRow = {
  name: string;
  description: string;
  interpreter: ScriptDefinition["interpreter"];
  /** the version that sessions use; null: none */
  published: number | null;
  newest: number;
  /** of the newest version, where it was never published */
  hasDraft: boolean;
  withoutAsking: boolean;
  changedAt: Date;
  changedBy: string;
};

const former = "former member";

/** Every script tool of the org. Who may run them may read them: what runs in their sessions is no secret. */
export async function listScriptTools(ctx: Ctx): Promise<ScriptToolRow[]> {
  await requireRole(ctx, "script_tool.read");
  const rows = await ctx.db.scriptTool.findMany({
    where: { orgId: ctx.org.id },
    orderBy: { name: "asc" },
    include: { versions: { orderBy: { number: "desc" }, omit: { code: true } } },
  });
  const names = await memberNames(
    ctx,
    rows.flatMap(({ versions }) => versions.slice(0, 1).map(({ writtenBy }) => writtenBy)),
  );
  return rows.flatMap((row) => {
    const [newest] = row.versions;
    if (newest === undefined) return [];
    const shown = row.versions.find(({ number }) => number === row.published) ?? newest;
    return [
      {
        name: row.name,
        description: shown.description,
        interpreter: shown.interpreter as ScriptDefinition["interpreter"],
        published: row.published,
        newest: newest.number,
        hasDraft: newest.publishedAt === null,
        withoutAsking: shown.withoutAsking,
        changedAt: newest.publishedAt ?? newest.writtenAt,
        changedBy: names.get(newest.writtenBy) ?? former,
      },
    ];
  });
}

export type ScriptVersionView = {
  number: number;
  definition: ScriptDefinition;
  digest: string;
  revision: number;
  writtenAt: Date;
  writtenBy: string;
  publishedAt: Date | null;
  publishedBy: string | null;
};
export type ScriptToolView = { name: string; published: number | null; versions: ScriptVersionView[] };

/** One script tool with every version, the newest first. */
export async function getScriptTool(ctx: Ctx, name: string): Promise<ScriptToolView> {
  await requireRole(ctx, "script_tool.read");
  const row = await ctx.db.scriptTool.findUnique({
    where: { orgId_name: { orgId: ctx.org.id, name } },
    include: { versions: { orderBy: { number: "desc" }, take: 200 } },
  });
  if (row === null) throw notFound("script tool");
  const ids = row.versions.flatMap(({ writtenBy, publishedBy }) => [writtenBy, publishedBy ?? writtenBy]);
  const names = await memberNames(ctx, [...new Set(ids)]);
  return {
    name: row.name,
    published: row.published,
    versions: row.versions.map((version) => ({
      number: version.number,
      definition: definitionOf(version),
      digest: version.digest,
      revision: version.revision,
      writtenAt: version.writtenAt,
      writtenBy: names.get(version.writtenBy) ?? former,
      publishedAt: version.publishedAt,
      publishedBy: version.publishedBy === null ? null : (names.get(version.publishedBy) ?? former),
    })),
  };
}
