import { closedSchema } from "@gatehouse/core/script-tool/input-schema";
import type { ModelSchema } from "@gatehouse/core/tool-call/model-schema";
import type { PublishedScript } from "@gatehouse/core/tool-call/tools";
import type { Db } from "../db.ts";

/** More would crowd out everything else a model must know. */
export const mostPublished = 100;

/** The script tools of an org that are in force, as models and other agents are offered them. */
export async function publishedScripts(db: Db, orgId: string): Promise<PublishedScript[]> {
  const tools = await db.scriptTool.findMany({
    where: { orgId, published: { not: null } },
    orderBy: { name: "asc" },
    take: mostPublished,
    select: {
      name: true,
      published: true,
      versions: {
        where: { publishedAt: { not: null } },
        select: { number: true, description: true, schema: true },
      },
    },
  });
  return tools.flatMap(({ name, published, versions }) => {
    const version = versions.find(({ number }) => number === published);
    if (version === undefined) return [];
    const schema = closedSchema(JSON.parse(version.schema) as { [key: string]: unknown }) as ModelSchema;
    return [{ name, description: version.description, schema }];
  });
}
