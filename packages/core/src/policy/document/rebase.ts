import { canonicalJson } from "../../canonical.ts";
import { type PolicyInput, policySchema } from "../policy.ts";
import { entryText, listAt, valueAt, withValue } from "./at-path.ts";
import { policyFields } from "./fields.ts";

export type Rebased = {
  document: PolicyInput;
  /** fields that both sides set differently; the draft's value was kept */
  conflicts: string[];
};

/** The draft's own changes against `base`, made again on `current`. */
export function rebasePolicy(of: { base: PolicyInput; draft: PolicyInput; current: PolicyInput }): Rebased {
  const [base, draft, current] = [of.base, of.draft, of.current].map((one) => policySchema.parse(one)) as [
    PolicyInput,
    PolicyInput,
    PolicyInput,
  ];
  let document = of.current;
  const conflicts: string[] = [];
  for (const { path, kind } of policyFields) {
    if (kind === "list" || kind === "patterns") {
      document = withValue(
        document,
        path,
        mergedList([base, draft, current].map((one) => listAt(one, path))),
      );
      continue;
    }
    const [was, mine, theirs] = [base, draft, current].map((one) => valueAt(one, path));
    if (same(was, mine) || same(mine, theirs)) continue;
    if (!same(was, theirs)) conflicts.push(path);
    document = withValue(document, path, mine);
  }
  return { document, conflicts };
}

function same(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}

/** What the draft added and took away, on the list of now; an entry of the same name is replaced. */
function mergedList([base = [], draft = [], current = []]: readonly (readonly unknown[])[]): unknown[] {
  const keys = (list: readonly unknown[]): Set<string> => new Set(list.map((entry) => canonicalJson(entry)));
  const [before, mine] = [keys(base), keys(draft)];
  const kept = current.filter(
    (entry) => !(before.has(canonicalJson(entry)) && !mine.has(canonicalJson(entry))),
  );
  const added = draft.filter((entry) => !before.has(canonicalJson(entry)));
  const replaced = new Set(added.map(entryText));
  return [...kept.filter((entry) => !replaced.has(entryText(entry))), ...added];
}
