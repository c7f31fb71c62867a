import { readPolicy } from "@gatehouse/core/policy/policy";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";

export type PolicyVersion = {
  number: number;
  publishedAt: Date;
  publishedBy: string | null;
  reason: string;
  /** entries of denied_command against the version before */
  added: string[];
  removed: string[];
};

export async function listPolicyVersions(ctx: Ctx): Promise<PolicyVersion[]> {
  await requireRole(ctx, "policy.read");
  const rows = await ctx.db.policy.findMany({
    where: { orgId: ctx.org.id },
    orderBy: { number: "desc" },
    take: 200,
  });
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
    return {
      number: row.number,
      publishedAt: row.publishedAt,
      publishedBy: row.publishedBy === null ? null : (names.get(row.publishedBy) ?? "former member"),
      reason: row.reason,
      added: [...now].filter((name) => !before.has(name)),
      removed: [...before].filter((name) => !now.has(name)),
    };
  });
}
