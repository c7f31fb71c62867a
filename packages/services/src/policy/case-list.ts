import { type PolicyCase, policyCaseSchema } from "@gatehouse/core/policy/cases/policy-case";
import type { CaseResult } from "@gatehouse/core/policy/cases/case-result";
import type { Warning } from "@gatehouse/core/policy/document/lockout";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import type { Db, Tx } from "../db.ts";
import { memberNames } from "../tool-call/views.ts";

export type StoredCase = { id: string; item: PolicyCase };

export async function policyCases(db: Db | Tx, orgId: string): Promise<StoredCase[]> {
  const rows = await db.policyCase.findMany({ where: { orgId }, orderBy: { name: "asc" } });
  return rows.map((row) => ({ id: row.id, item: policyCaseSchema.parse(JSON.parse(row.body)) }));
}

export type CaseView = { id: string; item: PolicyCase; updatedBy: string; updatedAt: Date };
export type ReviewedCase = CaseResult & { id: string };
export type Review = { cases: ReviewedCase[]; warnings: Warning[] };

export async function listPolicyCases(ctx: Ctx): Promise<CaseView[]> {
  await requireRole(ctx, "policy.edit");
  const rows = await ctx.db.policyCase.findMany({ where: { orgId: ctx.org.id }, orderBy: { name: "asc" } });
  const names = await memberNames(ctx, [...new Set(rows.map((row) => row.updatedBy))]);
  return rows.map((row) => ({
    id: row.id,
    item: policyCaseSchema.parse(JSON.parse(row.body)),
    updatedBy: names.get(row.updatedBy) ?? "former member",
    updatedAt: row.updatedAt,
  }));
}
