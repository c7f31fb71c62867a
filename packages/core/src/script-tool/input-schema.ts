/**
 * The JSON schema of a script tool's input: a closed object in words that cost little to check, whatever a model sends.
 * No references (they may never end), no patterns (they may take forever), no formats (nobody agrees on them).
 */
import { z } from "zod";

type Json = { readonly [key: string]: unknown };

const mostSchema = 16_384;
const mostDepth = 8;

const everywhere = new Set(["type", "title", "description", "enum", "const", "default", "examples"]);
const ofType: Readonly<Record<string, readonly string[]>> = {
  object: ["properties", "required", "additionalProperties"],
  array: ["items", "minItems", "maxItems"],
  string: ["minLength", "maxLength"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  boolean: [],
  null: [],
};
const numeric = new Set(
  Object.values(ofType)
    .flat()
    .filter((word) => /^(?:min|max|exclusive|multiple)/.test(word)),
);

/** The first thing that is wrong, with its place and what to write instead; null: it is fine. */
export function inputSchemaProblem(schema: unknown): string | null {
  if (!isObject(schema)) return "schema: it must be an object with type object";
  if (JSON.stringify(schema).length > mostSchema) return `schema: at most ${mostSchema} characters`;
  const taken = ["session_id", "wait_seconds"].find(
    (name) => isObject(schema["properties"]) && name in schema["properties"],
  );
  if (taken !== undefined)
    return `schema.properties.${taken}: other agents send this with every call; choose another name`;
  if (schema["type"] !== "object") return 'schema.type: it must be "object": a tool takes named fields';
  return problemIn(schema, "schema", 0) ?? unreadable(schema);
}

function problemIn(schema: unknown, at: string, depth: number): string | null {
  if (!isObject(schema)) return `${at}: it must be a schema in braces`;
  if (depth > mostDepth) return `${at}: nested deeper than ${mostDepth}`;
  const alternatives = schema["anyOf"];
  if (alternatives !== undefined) return anyOfProblem(schema, at, depth);
  const { type } = schema;
  if (type === undefined && (schema["enum"] !== undefined || schema["const"] !== undefined))
    return wordsProblem(schema, [], at);
  if (typeof type !== "string" || !Object.hasOwn(ofType, type))
    return `${at}.type: name one of ${Object.keys(ofType).join(", ")}; for several kinds write anyOf`;
  return wordsProblem(schema, ofType[type] ?? [], at) ?? partsProblem(schema, at, depth);
}

function anyOfProblem(schema: Json, at: string, depth: number): string | null {
  const list = schema["anyOf"];
  if (!Array.isArray(list) || list.length === 0 || list.length > 8)
    return `${at}.anyOf: one to eight schemas`;
  const other = Object.keys(schema).find(
    (word) => word !== "anyOf" && word !== "description" && word !== "title",
  );
  if (other !== undefined) return `${at}.${other}: beside anyOf only title and description may stand`;
  return firstProblem(list.map((one, index) => () => problemIn(one, `${at}.anyOf.${index}`, depth + 1)));
}

function wordsProblem(schema: Json, own: readonly string[], at: string): string | null {
  for (const [word, value] of Object.entries(schema)) {
    if (!everywhere.has(word) && !own.includes(word)) return `${at}.${word}: ${insteadOf(word)}`;
    if (numeric.has(word) && typeof value !== "number") return `${at}.${word}: it must be a number`;
    if (word === "multipleOf" && !(Number(value) > 0)) return `${at}.multipleOf: it must be greater than 0`;
    if (word === "enum" && !(Array.isArray(value) && value.length > 0 && value.every(isScalar)))
      return `${at}.enum: a list of texts, numbers, true, false or null`;
    if (word === "const" && !isScalar(value)) return `${at}.const: a text, a number, true, false or null`;
    if ((word === "description" || word === "title") && typeof value !== "string")
      return `${at}.${word}: it must be a text`;
  }
  return null;
}

function insteadOf(word: string): string {
  if (word === "pattern" || word === "format")
    return "not taken; list the values with enum, or check the text in the code";
  if (word === "$ref" || word === "$defs" || word === "definitions")
    return "not taken; write the schema out where it is used";
  if (word === "$schema" || word === "$id") return "leave it out";
  return "this word is not taken here";
}

function partsProblem(schema: Json, at: string, depth: number): string | null {
  if (schema["type"] === "array")
    return schema["items"] === undefined
      ? `${at}.items: say what the list holds`
      : problemIn(schema["items"], `${at}.items`, depth + 1);
  if (schema["type"] !== "object") return null;
  const { properties = {}, required = [], additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false)
    return `${at}.additionalProperties: it is always false: a field that no schema names is refused`;
  if (!isObject(properties)) return `${at}.properties: it must be an object of schemas`;
  const names = Object.keys(properties);
  const odd = names.find((name) => !/^[A-Za-z0-9_.-]{1,64}$/.test(name) || name === "__proto__");
  if (odd !== undefined)
    return `${at}.properties.${odd}: a name has letters, digits, dots, hyphens and underscores`;
  if (!Array.isArray(required)) return `${at}.required: it must be a list of names`;
  const missing = required.find((name) => typeof name !== "string" || !names.includes(name));
  if (missing !== undefined) return `${at}.required: ${String(missing)} is no property`;
  return firstProblem(
    names.map((name) => () => problemIn(properties[name], `${at}.properties.${name}`, depth + 1)),
  );
}

function firstProblem(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const problem = check();
    if (problem !== null) return problem;
  }
  return null;
}

function unreadable(schema: Json): string | null {
  try {
    z.fromJSONSchema(closedSchema(schema));
    return null;
  } catch (cause) {
    return `schema: ${cause instanceof Error ? cause.message : "it cannot be read"}`;
  }
}

/** With every object closed, as it is checked and as models are shown it. */
export function closedSchema(schema: Json): Json {
  return close(schema) as Json;
}

function close(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const anyOf = schema["anyOf"];
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.map(close) };
  if (schema["type"] === "array") return { ...schema, items: close(schema["items"]) };
  if (schema["type"] !== "object") return schema;
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, close(one)])),
    required: schema["required"] ?? [],
    additionalProperties: false,
  };
}

const readers = new WeakMap<object, z.ZodType>();

/** What does not fit, field by field, or nothing. The arguments themselves are never changed. */
export function argumentProblems(schema: Json, value: unknown): string[] {
  const reader = readers.get(schema) ?? z.fromJSONSchema(closedSchema(schema));
  readers.set(schema, reader);
  const read = reader.safeParse(value);
  if (read.success) return [];
  return read.error.issues.slice(0, 5).map((issue) => {
    const place = issue.path.join(".");
    return `${place === "" ? "arguments" : place}: ${issue.message}`;
  });
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
