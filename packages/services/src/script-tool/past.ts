import type { ScriptFacts } from "@gatehouse/core/policy/script-rules";
import type { Interpreter } from "@gatehouse/core/script-tool/definition";
import { isScriptToolCall, type ScriptCallInput } from "@gatehouse/core/tool-call/script-input";
import { type Pool, rowsOf } from "../pool.ts";

type Row = {
  name: string;
  number: number;
  digest: string;
  schema: string;
  interpreter: string;
  without_asking: boolean;
};

const versions = {
  name: "script_tool_past_versions",
  text: `SELECT t.name, v.number, v.digest, v.schema, v.interpreter, v.without_asking
    FROM script_tool t JOIN script_tool_version v ON v.tool_id = t.id
    WHERE t.org_id = $1::uuid AND t.name = ANY($2::text[])`,
};

/** Of past calls of script tools, by id: the version that each ran, as it was in force then. Text that is gone gives nothing. */
export async function pastScripts(
  pool: Pool,
  orgId: string,
  calls: readonly { id: string; tool: string; input: string }[],
): Promise<Map<string, ScriptFacts>> {
  const asked = calls
    .filter(({ tool }) => isScriptToolCall(tool))
    .map(({ id, input }) => ({ id, input: JSON.parse(input) as ScriptCallInput }));
  if (asked.length === 0) return new Map();
  const names = [...new Set(asked.map(({ input }) => input.name))];
  const rows = await rowsOf<Row>(pool, versions, [orgId, names]);
  const byText = new Map(rows.map((row) => [`${row.name} ${row.number} ${row.digest}`, row]));
  return new Map(
    asked.flatMap(({ id, input }): [string, ScriptFacts][] => {
      const row = byText.get(`${input.name} ${input.version} ${input.digest}`);
      return row === undefined ? [] : [[id, factsOf(row)]];
    }),
  );
}

function factsOf(row: Row): ScriptFacts {
  return {
    state: "in_force",
    interpreter: row.interpreter as Interpreter,
    schema: JSON.parse(row.schema) as ScriptFacts["schema"],
    withoutAsking: row.without_asking,
    mayTry: true,
  };
}
