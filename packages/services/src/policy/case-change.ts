import { AppError } from "@gatehouse/core/errors";
import { canonicalJson } from "@gatehouse/core/canonical";
import type { PolicyCase } from "@gatehouse/core/policy/cases/policy-case";
import { auditActor, notFound, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { newId } from "../new-id.ts";
import { withTransaction } from "../transaction.ts";

export const mostCases = 500;

/** A new test case, or another body for the one of this name where `replace` says that this is meant. */
export async function savePolicyCase(
  ctx: Ctx,
  input: { item: PolicyCase; replace: boolean },
): Promise<{ id: string }> {
  await requireRole(ctx, "policy.edit");
  return withTransaction(ctx.db, (tx) => saveCaseAudited(ctx, tx, input));
}

export async function saveCaseAudited(
  ctx: Ctx,
  tx: Tx,
  { item, replace }: { item: PolicyCase; replace: boolean },
): Promise<{ id: string }> {
  const body = canonicalJson(item);
  const by = { updatedBy: ctx.member.id, updatedAt: ctx.now };
  const before = await tx.policyCase.findUnique({
    where: { orgId_name: { orgId: ctx.org.id, name: item.name } },
  });
  if (before !== null && !replace)
    throw new AppError(
      "conflict",
      `There is a test case called ${item.name} already. Give another name, or replace it.`,
    );
  if (before === null && (await tx.policyCase.count({ where: { orgId: ctx.org.id } })) >= mostCases)
    throw new AppError("limit_reached", `A policy has at most ${mostCases} test cases.`);
  const id = before?.id ?? newId<string>();
  if (before?.body === body) return { id };
  if (before === null)
    await tx.policyCase.createMany({
      data: [
        { id, orgId: ctx.org.id, name: item.name, body, createdBy: ctx.member.id, createdAt: ctx.now, ...by },
      ],
    });
  else await tx.policyCase.updateMany({ where: { id }, data: { body, ...by } });
  await appendAudit(tx, auditActor(ctx), [
    {
      type: "policy.case_saved",
      payload: { caseId: id, name: item.name, body, before: before?.body ?? null },
    },
  ]);
  return { id };
}

export async function removePolicyCase(ctx: Ctx, id: string): Promise<void> {
  await requireRole(ctx, "policy.edit");
  await withTransaction(ctx.db, async (tx) => {
    const row = await tx.policyCase.findFirst({ where: { id, orgId: ctx.org.id } });
    if (row === null) throw notFound("test case");
    await tx.policyCase.deleteMany({ where: { id } });
    await appendAudit(tx, auditActor(ctx), [
      { type: "policy.case_removed", payload: { caseId: id, name: row.name, body: row.body } },
    ]);
  });
}
