import { z } from "zod";

/** A JSON schema as models take it: an object at the root, whatever the closed input looks like. */
export type ModelSchema = {
  type: "object";
  properties: Record<string, unknown>;
  required: string[];
  additionalProperties: false;
};

type Json = { [key: string]: unknown };

/**
 * The schema of a tool's input for a model. Providers want one object at the root, so the modes of a tool become one
 * object whose required fields are those that every mode requires; the closed schema still judges what comes.
 */
export function modelSchemaOf(input: z.ZodType): ModelSchema {
  const root = withoutNoise(
    z.toJSONSchema(input, { target: "draft-7", io: "input", unrepresentable: "any" }),
  ) as Json;
  const variants = (root["oneOf"] ?? root["anyOf"]) as Json[] | undefined;
  const objects = variants ?? [root];
  const properties: Record<string, unknown> = {};
  for (const object of objects) {
    for (const [name, schema] of Object.entries((object["properties"] ?? {}) as Json))
      properties[name] = name in properties ? either(properties[name] as Json, schema as Json) : schema;
  }
  const requiredOf = (object: Json): string[] => (object["required"] as string[] | undefined) ?? [];
  const [first, ...others] = objects;
  const required = (first === undefined ? [] : requiredOf(first)).filter((name) =>
    others.every((object) => requiredOf(object).includes(name)),
  );
  return { type: "object", properties, required, additionalProperties: false };
}

/** Two modes' schemas of a field of the same name: literals become one list of values. */
function either(a: Json, b: Json): Json {
  if (JSON.stringify(a) === JSON.stringify(b)) return a;
  const values = [...valuesOf(a), ...valuesOf(b)];
  if (valuesOf(a).length > 0 && valuesOf(b).length > 0) return { type: "string", enum: [...new Set(values)] };
  return { anyOf: [...((a["anyOf"] as Json[] | undefined) ?? [a]), b] };
}

function valuesOf(schema: Json): unknown[] {
  if ("const" in schema) return [schema["const"]];
  return (schema["enum"] as unknown[] | undefined) ?? [];
}

/** Patterns and safe-integer limits only cost tokens here: the input is judged by the closed schema itself. */
function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key, item]) =>
          key !== "$schema" && !(key === "pattern" && typeof item === "string") && !isSafeLimit(key, item),
      )
      .map(([key, item]) => [key, withoutNoise(item)]),
  );
}

function isSafeLimit(key: string, item: unknown): boolean {
  return (key === "maximum" || key === "minimum") && Math.abs(Number(item)) === Number.MAX_SAFE_INTEGER;
}
