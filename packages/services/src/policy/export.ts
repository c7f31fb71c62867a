import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { withTransaction } from "../transaction.ts";
import { policyCases } from "./case-list.ts";
import { newestPolicy, policyVersion } from "./stored.ts";

/** The text of a policy file: a version's document, the one in force when no number is given, with the test cases. */
export async function exportPolicy(
  ctx: Ctx,
  input: { number?: number },
): Promise<{ name: string; text: string }> {
  await requireRole(ctx, "policy.edit");
  const policy =
    input.number === undefined
      ? await newestPolicy(ctx.db, ctx.org.id)
      : await policyVersion(ctx.db, ctx.org.id, input.number);
  const cases = await policyCases(ctx.db, ctx.org.id);
  const { number, document } = policy;
  const file = { gatehouse_policy: 1, number, document, test_cases: cases.map(({ item }) => item) };
  await withTransaction(ctx.db, (tx) =>
    appendAudit(tx, auditActor(ctx), [
      { type: "policy.exported", payload: { number, cases: cases.length, ...originOf(ctx) } },
    ]),
  );
  return { name: `${ctx.org.slug}-policy-${number}.json`, text: `${JSON.stringify(file, null, 2)}\n` };
}
