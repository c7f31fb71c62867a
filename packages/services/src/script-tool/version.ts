import type { Interpreter, ScriptDefinition } from "@gatehouse/core/script-tool/definition";

type Row = {
  description: string;
  schema: string;
  interpreter: string;
  code: string;
  timeoutSeconds: number | null;
  withoutAsking: boolean;
};

/** A stored version as it was written. */
export function definitionOf(row: Row): ScriptDefinition {
  return {
    description: row.description,
    schema: JSON.parse(row.schema) as unknown,
    interpreter: row.interpreter as Interpreter,
    code: row.code,
    timeoutSeconds: row.timeoutSeconds,
    withoutAsking: row.withoutAsking,
  };
}

export function columnsOf(definition: ScriptDefinition): Row {
  return { ...definition, schema: JSON.stringify(definition.schema) };
}
