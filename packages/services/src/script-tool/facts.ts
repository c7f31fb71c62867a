import type { Interpreter } from "@gatehouse/core/script-tool/definition";
import type { ScriptFacts } from "@gatehouse/core/policy/script-rules";
import { may, type Role } from "@gatehouse/core/role";
import { isScriptCall, type ToolCall } from "@gatehouse/core/tool-call/tool-call";
import type { Db } from "../db.ts";

/** What a decision must know of the script tool that a call names; undefined for every other call. */
export async function scriptFacts(
  db: Pick<Db, "scriptToolVersion" | "member">,
  of: { orgId: string; call: ToolCall; memberId: string },
): Promise<ScriptFacts | null | undefined> {
  const { orgId, call, memberId } = of;
  if (!isScriptCall(call)) return undefined;
  const { name, version, digest } = call.input;
  if (version === undefined) return null;
  const row = await db.scriptToolVersion.findFirst({
    where: { orgId, number: version, tool: { name } },
    select: {
      digest: true,
      interpreter: true,
      schema: true,
      withoutAsking: true,
      tool: { select: { published: true } },
    },
  });
  if (row === null) return null;
  const member = await db.member.findUnique({ where: { id: memberId }, select: { role: true } });
  return {
    state: row.digest !== digest ? "changed" : row.tool.published === version ? "in_force" : "not_in_force",
    interpreter: row.interpreter as Interpreter,
    schema: JSON.parse(row.schema) as ScriptFacts["schema"],
    withoutAsking: row.withoutAsking,
    mayTry: member !== null && may(member.role as Role, "script_tool.manage"),
  };
}
