import { AppError } from "@gatehouse/core/errors";
import type { CaseResult } from "@gatehouse/core/policy/cases/case-result";
import { effectivePolicy } from "@gatehouse/core/policy/defaults";
import { lockoutWarnings, type Warning } from "@gatehouse/core/policy/document/lockout";
import { type PolicyInput, policySchema } from "@gatehouse/core/policy/policy";
import { type Role, roles } from "@gatehouse/core/role";
import type { Ctx } from "../context.ts";
import { policyCases } from "./case-list.ts";

const windowMs = 30 * 24 * 3_600_000;

/** What a publish of `after` in the place of `before` would shut for the people of this org. */
export async function publishWarnings(
  ctx: Ctx,
  of: { before: PolicyInput; after: PolicyInput },
): Promise<Warning[]> {
  const since = new Date(ctx.now.getTime() - windowMs);
  const [members, autoSessions, programs] = await Promise.all([
    ctx.db.member.groupBy({ by: ["role"], where: { orgId: ctx.org.id, lockedAt: null }, _count: true }),
    ctx.db.session.count({ where: { orgId: ctx.org.id, archivedAt: null, mode: "auto" } }),
    ctx.db.toolCall.groupBy({
      by: ["program"],
      where: { orgId: ctx.org.id, memberId: ctx.member.id, requestedAt: { gte: since } },
      _count: true,
      orderBy: { _count: { program: "desc" } },
      take: 200,
    }),
  ]);
  const people = Object.fromEntries(
    roles.map((role) => [role, members.find((row) => row.role === role)?._count ?? 0]),
  ) as Record<Role, number>;
  return lockoutWarnings({
    ...of,
    people,
    autoSessions,
    ownPrograms: Object.fromEntries(programs.map((row) => [row.program, row._count])),
  });
}

/** Every test case of the org under a document that is not in force. */
export async function casesUnder(ctx: Ctx, document: PolicyInput): Promise<(CaseResult & { id: string })[]> {
  const cases = await policyCases(ctx.db, ctx.org.id);
  const results = await ctx.evaluate.runCases(
    cases.map(({ item }) => item),
    effectivePolicy(policySchema.parse(document)),
  );
  return results.map((result, at) => ({ id: cases[at]?.id ?? "", ...result }));
}

/** Failing test cases stop a publish; warnings stop it until each was confirmed by its code. */
export async function requirePublishable(
  ctx: Ctx,
  of: { before: PolicyInput; after: PolicyInput; confirmed: readonly string[] | "all" },
): Promise<void> {
  const failing = (await casesUnder(ctx, of.after)).filter((result) => !result.passed);
  const [first] = failing;
  if (first !== undefined) {
    throw new AppError(
      "conflict",
      `${failing.length === 1 ? "A test case fails" : `${failing.length} test cases fail`}: ${first.name} (expected ${first.expected.verdict}, found ${first.verdict}). Change the policy, or the case.`,
      { details: { failing: failing.length } },
    );
  }
  const { confirmed } = of;
  if (confirmed === "all") return;
  const open = (await publishWarnings(ctx, of)).filter(({ code }) => !confirmed.includes(code));
  if (open[0] !== undefined) {
    throw new AppError("conflict", `Confirm this first: ${open[0].sentence}`, {
      details: { warnings: open.length },
    });
  }
}
