import { diffPolicies, type PolicyChange } from "@gatehouse/core/policy/document/diff";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import type { Warning } from "@gatehouse/core/policy/document/lockout";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import type { ReviewedCase } from "./case-list.ts";
import { casesUnder, publishWarnings } from "./check-publish.ts";
import { newestPolicy, policyVersion } from "./stored.ts";

export async function comparePolicyVersions(
  ctx: Ctx,
  input: { from: number; to: number },
): Promise<PolicyChange[]> {
  await requireRole(ctx, "policy.edit");
  const [from, to] = await Promise.all([
    policyVersion(ctx.db, ctx.org.id, input.from),
    policyVersion(ctx.db, ctx.org.id, input.to),
  ]);
  return diffPolicies(from.document, to.document);
}

/** What stands between a document and its publish: an old version where a number is given, else the draft. */
export async function reviewPolicy(
  ctx: Ctx,
  input: { number?: number },
): Promise<{ changes: PolicyChange[]; cases: ReviewedCase[]; warnings: Warning[] }> {
  await requireRole(ctx, "policy.edit");
  const before = (await newestPolicy(ctx.db, ctx.org.id)).document;
  const after = await candidate(ctx, input.number, before);
  const both = { before, after };
  const [cases, warnings] = await Promise.all([casesUnder(ctx, after), publishWarnings(ctx, both)]);
  return { changes: diffPolicies(before, after), cases, warnings };
}

/** The document that is asked about: of a version, else of the draft, else what is in force. */
export async function candidate(
  ctx: Ctx,
  number: number | undefined,
  current: PolicyInput,
): Promise<PolicyInput> {
  if (number !== undefined) return (await policyVersion(ctx.db, ctx.org.id, number)).document;
  const draft = await ctx.db.policyDraft.findUnique({ where: { orgId: ctx.org.id } });
  return draft === null ? current : (draft.document as PolicyInput);
}
