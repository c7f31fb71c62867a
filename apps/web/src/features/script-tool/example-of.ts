type Json = { readonly [key: string]: unknown };

/** Arguments that fit a schema, as a person would begin to fill them in. */
export function exampleOf(schema: unknown): unknown {
  if (!isObject(schema)) return null;
  const { type, properties, required } = schema;
  if ("default" in schema) return schema["default"];
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["examples"]) && schema["examples"].length > 0)
    return schema["examples"][0] as unknown;
  if (Array.isArray(schema["enum"])) return schema["enum"][0] as unknown;
  if (Array.isArray(schema["anyOf"])) return exampleOf(schema["anyOf"][0]);
  if (type === "object") {
    const names = Array.isArray(required) ? (required as string[]) : [];
    return Object.fromEntries(
      names.map((name) => [name, exampleOf(isObject(properties) ? properties[name] : null)]),
    );
  }
  if (type === "array")
    return Array.from({ length: Number(schema["minItems"] ?? 0) }, () => exampleOf(schema["items"]));
  if (type === "number" || type === "integer") return Number(schema["minimum"] ?? 0);
  if (type === "boolean") return false;
  return type === "string" ? "" : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
