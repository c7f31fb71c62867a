import { z } from "zod";
import { policySchema } from "../policy.ts";
import { fieldTexts, type FieldText } from "./field-texts.ts";

/**
 * Every field of a policy as an editor needs it: what it is, its default and its bounds as the schema has them, and
 * its sentence. A field without a sentence of its own still appears.
 */
export type PolicyField = FieldText & {
  /** `limits.memory_mib` */
  path: string;
  kind: "list" | "patterns" | "number" | "switch" | "choice" | "roles" | "text";
  fallback: unknown;
  min?: number;
  max?: number;
  choices?: readonly string[];
};

type Shape = {
  type?: string;
  default?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  enum?: string[];
  items?: Shape;
  properties?: Record<string, Shape>;
};

export const policyFields: readonly PolicyField[] = leaves(
  z.toJSONSchema(policySchema, { io: "input", unrepresentable: "any" }) as Shape,
  "",
);

export function policyField(path: string): PolicyField | undefined {
  return policyFields.find((field) => field.path === path);
}

function leaves(shape: Shape, at: string): PolicyField[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, part]) => {
    const path = at === "" ? name : `${at}.${name}`;
    return part.properties === undefined ? [fieldOf(path, part)] : leaves(part, path);
  });
}

function fieldOf(path: string, shape: Shape): PolicyField {
  const text = fieldTexts[path] ?? {
    title: path.replaceAll(/[._]/g, " "),
    sentence: "Described in the documentation.",
    section: "other" as const,
  };
  const base = { path, ...text, fallback: shape.default };
  if (shape.type === "boolean") return { ...base, kind: "switch" };
  if (shape.type === "integer" || shape.type === "number") {
    const min =
      shape.minimum ?? (shape.exclusiveMinimum === undefined ? undefined : shape.exclusiveMinimum + 1);
    return {
      ...base,
      kind: "number",
      ...(min === undefined ? {} : { min }),
      ...(shape.maximum === undefined ? {} : { max: shape.maximum }),
    };
  }
  if (shape.type === "array") {
    const choices = shape.items?.enum;
    if (choices !== undefined) return { ...base, kind: "roles", choices };
    return { ...base, kind: shape.items?.type === "object" ? "patterns" : "list" };
  }
  if (shape.enum !== undefined) return { ...base, kind: "choice", choices: shape.enum };
  return { ...base, kind: "text" };
}
