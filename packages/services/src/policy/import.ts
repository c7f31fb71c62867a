import { diffPolicies, type PolicyChange } from "@gatehouse/core/policy/document/diff";
import { readPolicyText, type TextProblem } from "@gatehouse/core/policy/document/read-text";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { withTransaction } from "../transaction.ts";
import { saveCaseAudited } from "./case-change.ts";
import { keepDraft } from "./draft-save.ts";
import { newestPolicy } from "./stored.ts";

export type Imported =
  | { ok: true; revision: number; changes: PolicyChange[]; cases: number; retired: string[] }
  | { ok: false; problems: TextProblem[] };

/** A document becomes the draft, and the test cases of an exported file the org's own. Nothing is in force by it. */
export async function importPolicyFile(
  ctx: Ctx,
  input: { text: string; revision: number },
): Promise<Imported> {
  await requireRole(ctx, "policy.edit");
  const read = readPolicyText(input.text);
  if (!read.ok) return { ok: false, problems: read.problems };
  const cases = read.cases ?? [];
  return withTransaction(ctx.db, async (tx) => {
    const current = await newestPolicy(tx, ctx.org.id);
    const { revision } = await keepDraft(ctx, tx, { document: read.input, revision: input.revision });
    for (const item of cases) await saveCaseAudited(ctx, tx, { item, replace: true });
    const changes = diffPolicies(current.document, read.input);
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "policy.imported",
        payload: {
          document: JSON.stringify(read.input),
          cases: cases.length,
          changes: changes.length,
          ...originOf(ctx),
        },
      },
    ]);
    return { ok: true, revision, changes, cases: cases.length, retired: read.retired };
  });
}
