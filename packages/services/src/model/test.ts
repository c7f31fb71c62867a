import { notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import { auditActor } from "../access.ts";
import type { Ctx, Services } from "../context.ts";
import { storable } from "../storable.ts";
import { withTransaction } from "../transaction.ts";
import { databaseNow } from "../database-clock.ts";

/** Asks a worker to try a provider; the answer stands on the provider's row a moment later. */
export async function requestProviderTest(ctx: Ctx, id: string): Promise<void> {
  await requireRole(ctx, "model.manage");
  await withTransaction(ctx.db, async (tx) => {
    const { count } = await tx.modelProvider.updateMany({
      where: { id, orgId: ctx.org.id, removedAt: null },
      data: { testRequestedAt: ctx.now, testedAt: null, testOk: null, testSentence: null },
    });
    if (count === 0) throw notFound("provider");
    await appendAudit(tx, auditActor(ctx), [
      { type: "model_provider.test_requested", payload: { providerId: id, ...originOf(ctx) } },
    ]);
  });
  await ctx.queues.addProviderTest(id);
}

export async function recordProviderTest(
  ctx: Pick<Services, "db">,
  id: string,
  result: { ok: boolean; sentence: string },
): Promise<void> {
  await ctx.db.modelProvider.updateMany({
    where: { id },
    data: { testedAt: await databaseNow(ctx.db), testOk: result.ok, testSentence: storable(result.sentence) },
  });
}
