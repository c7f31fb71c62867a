import { scriptDefinition, type ScriptDefinition } from "@gatehouse/core/script-tool/definition";

/** A definition as a person types it. */
export type ToolForm = {
  name: string;
  description: string;
  schema: string;
  interpreter: ScriptDefinition["interpreter"];
  code: string;
  /** seconds; empty: 15 minutes */
  timeout: string;
  withoutAsking: boolean;
};

export const emptyForm: ToolForm = {
  name: "",
  description: "",
  schema: `${JSON.stringify(
    { type: "object", properties: { name: { type: "string", maxLength: 80 } }, required: ["name"] },
    null,
    2,
  )}\n`,
  interpreter: "bash",
  code: '# the input is JSON on standard input; what is printed is the answer\ninput=$(cat)\necho "$input"\n',
  timeout: "",
  withoutAsking: false,
};

export function formOf(name: string, definition: ScriptDefinition): ToolForm {
  const { description, schema, interpreter, code, timeoutSeconds, withoutAsking } = definition;
  return {
    name,
    description,
    schema: `${JSON.stringify(schema, null, 2)}\n`,
    interpreter,
    code,
    timeout: timeoutSeconds === null ? "" : String(timeoutSeconds),
    withoutAsking,
  };
}

export type ReadForm =
  | { ok: true; definition: ScriptDefinition }
  | { ok: false; problems: Partial<Record<keyof ToolForm, string>> };

/** The definition, or what is wrong with each field in words that begin with nothing but the fault. */
export function readForm(form: ToolForm): ReadForm {
  const schema = jsonOf(form.schema);
  if (!schema.ok) return { ok: false, problems: { schema: schema.problem } };
  const read = scriptDefinition.safeParse({
    description: form.description,
    schema: schema.value,
    interpreter: form.interpreter,
    code: form.code,
    timeoutSeconds: form.timeout.trim() === "" ? null : Number(form.timeout),
    withoutAsking: form.withoutAsking,
  });
  if (read.success) return { ok: true, definition: read.data };
  const problems: Partial<Record<keyof ToolForm, string>> = {};
  for (const { path, message } of read.error.issues) {
    const field = path[0] === "timeoutSeconds" ? "timeout" : (path[0] as keyof ToolForm);
    problems[field] ??= message;
  }
  return { ok: false, problems };
}

export function jsonOf(text: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return {
      ok: false,
      problem: `This is no JSON: ${error instanceof Error ? error.message : "it ends early"}`,
    };
  }
}
