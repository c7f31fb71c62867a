import type { ScriptDefinition } from "@gatehouse/core/script-tool/definition";
import { Defect } from "@gatehouse/core/errors";
import type { ScriptCall } from "@gatehouse/core/tool-call/tool-call";
import type { Db } from "../db.ts";
import { scriptDigest } from "./digest.ts";
import { definitionOf } from "./version.ts";

/** What a decided call runs: the text its digest names, and no other. */
export async function scriptText(db: Db, of: { orgId: string; call: ScriptCall }): Promise<ScriptDefinition> {
  const { name, version = 0, digest } = of.call.input;
  const row = await db.scriptToolVersion.findFirst({
    where: { orgId: of.orgId, number: version, tool: { name } },
  });
  const definition = row === null ? null : definitionOf(row);
  // SAFETY: the code that runs is the one that was decided and approved (test/integration/worker/script-tool.test.ts)
  if (definition === null || scriptDigest(definition) !== digest)
    throw new Defect(`version ${version} of ${name} is not what was decided`);
  return definition;
}
