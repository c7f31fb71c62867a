import { canonicalJson } from "../../canonical.ts";
import type { PolicyInput } from "../policy.ts";
import { policyField } from "./fields.ts";

type Plain = Record<string, unknown>;

function isPlain(value: unknown): value is Plain {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** What a document says at `limits.memory_mib`; undefined where it says nothing. */
export function valueAt(document: PolicyInput, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split(".")) value = isPlain(value) ? value[name] : undefined;
  return value;
}

/** The own entries of a list, as the document has them. */
export function listAt(document: PolicyInput, path: string): readonly unknown[] {
  const value = valueAt(document, path);
  return Array.isArray(value) ? value : [];
}

/** The document with another value there. What equals the default is left out, so that a later default holds for it. */
export function withValue(document: PolicyInput, path: string, value: unknown): PolicyInput {
  const fallback = policyField(path)?.fallback;
  const isDefault =
    value === undefined || (fallback !== undefined && canonicalJson(value) === canonicalJson(fallback));
  return set(document as Plain, path.split("."), isDefault ? undefined : value) as PolicyInput;
}

function set(document: Plain, [name = "", ...rest]: readonly string[], value: unknown): Plain {
  const { [name]: before, ...others } = document;
  const inner = rest.length === 0 ? value : set(isPlain(before) ? before : {}, rest, value);
  if (inner === undefined || (rest.length > 0 && isPlain(inner) && Object.keys(inner).length === 0))
    return others;
  return { ...others, [name]: inner };
}

/** An entry of a list as text: what stands for it in notes, differences and counts. */
export function entryText(entry: unknown): string {
  if (typeof entry === "string") return entry;
  if (isPlain(entry) && typeof entry["name"] === "string") return entry["name"];
  return canonicalJson(entry ?? null);
}
