import { canonicalJson } from "../../canonical.ts";
import { type PolicyInput, policySchema } from "../policy.ts";
import { entryText, listAt, valueAt } from "./at-path.ts";
import { policyFields } from "./fields.ts";

/** One difference of two documents, by field. An entry that changed under its name is removed and added. */
export type PolicyChange =
  | { path: string; title: string; kind: "added" | "removed"; entry: string }
  | { path: string; title: string; kind: "changed"; before: string; after: string };

/** What leads from one document to the other; documents that say the same in other words have no difference. */
export function diffPolicies(before: PolicyInput, after: PolicyInput): PolicyChange[] {
  const [old, now] = [policySchema.parse(before), policySchema.parse(after)];
  return policyFields.flatMap(({ path, title, kind }): PolicyChange[] => {
    if (kind !== "list" && kind !== "patterns") {
      const [was, is] = [valueAt(old, path), valueAt(now, path)].map(shown);
      return was === is ? [] : [{ path, title, kind: "changed", before: was ?? "", after: is ?? "" }];
    }
    const [was, is] = [keyed(listAt(old, path)), keyed(listAt(now, path))];
    const missing = (from: Map<string, string>, other: Map<string, string>): string[] =>
      [...from].filter(([key]) => !other.has(key)).map(([, text]) => text);
    return [
      ...missing(was, is).map((entry) => ({ path, title, kind: "removed" as const, entry })),
      ...missing(is, was).map((entry) => ({ path, title, kind: "added" as const, entry })),
    ];
  });
}

function keyed(list: readonly unknown[]): Map<string, string> {
  return new Map(list.map((entry) => [canonicalJson(entry), entryText(entry)]));
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : [...value].map(String).sort().join(", ");
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value);
}
