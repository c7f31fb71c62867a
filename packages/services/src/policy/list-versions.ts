import { diffPolicies, type PolicyChange } from "@gatehouse/core/policy/document/diff";
import { type PolicyInput, readPolicy } from "@gatehouse/core/policy/policy";
import { may } from "@gatehouse/core/role";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";
import type { EffectCounts } from "./publish-version.ts";

export type PolicyVersion = {
  number: number;
  publishedAt: Date;
  publishedBy: string | null;
  reason: string;
  /** entries of denied_command against the version before */
  added: string[];
  removed: string[];
  /** every difference from the version before, and what it changed for past calls; null for who may not see them */
  changes: PolicyChange[] | null;
  effect: EffectCounts | null;
};

export async function listPolicyVersions(ctx: Ctx): Promise<PolicyVersion[]> {
  await requireRole(ctx, "policy.read");
  const rows = await ctx.db.policy.findMany({
    where: { orgId: ctx.org.id },
    orderBy: { number: "desc" },
    take: 200,
  });
  const whole = may(ctx.member.role, "policy.edit") || may(ctx.member.role, "audit.read");
  const names = await memberNames(
    ctx,
    rows.flatMap((row) => (row.publishedBy === null ? [] : [row.publishedBy])),
  );
  const denied = rows.map((row) => {
    const read = readPolicy(row.document);
    return new Set(read.ok ? read.document.denied_command : []);
  });
  return rows.map((row, index) => {
    const now = denied[index] ?? new Set<string>();
    const before = denied[index + 1] ?? new Set<string>();
    const earlier = rows[index + 1];
    return {
      changes:
        whole && (earlier !== undefined || row.number === 1)
          ? diffPolicies((earlier?.document ?? {}) as PolicyInput, row.document as PolicyInput)
          : null,
      effect: whole ? (row.effect as EffectCounts | null) : null,
      number: row.number,
      publishedAt: row.publishedAt,
      publishedBy: row.publishedBy === null ? null : (names.get(row.publishedBy) ?? "former member"),
      reason: row.reason,
      added: [...now].filter((name) => !before.has(name)),
      removed: [...before].filter((name) => !now.has(name)),
    };
  });
}
