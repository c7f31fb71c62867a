import { AppError } from "@gatehouse/core/errors";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { withTransaction } from "../transaction.ts";
import { type Published, publishPolicy } from "./publish.ts";
import type { EntryNotes } from "./stored.ts";

export async function discardPolicyDraft(ctx: Ctx, input: { revision: number }): Promise<void> {
  await requireRole(ctx, "policy.edit");
  await withTransaction(ctx.db, async (tx) => {
    const draft = await tx.policyDraft.findUnique({ where: { orgId: ctx.org.id } });
    const gone = await tx.policyDraft.deleteMany({ where: { orgId: ctx.org.id, revision: input.revision } });
    if (draft === null || gone.count === 0)
      throw new AppError(
        "stale",
        "Somebody else changed the draft meanwhile. Look at it before it is discarded.",
      );
    await appendAudit(tx, auditActor(ctx), [
      {
        type: "policy.draft_discarded",
        payload: {
          base: draft.baseNumber,
          startedBy: draft.startedBy,
          document: JSON.stringify(draft.document),
          ...originOf(ctx),
        },
      },
    ]);
  });
}

export async function publishPolicyDraft(
  ctx: Ctx,
  input: { revision: number; reason: string; confirmed: readonly string[] },
): Promise<Published> {
  await requireRole(ctx, "policy.publish");
  const draft = await ctx.db.policyDraft.findUnique({ where: { orgId: ctx.org.id } });
  if (draft === null || draft.revision !== input.revision)
    throw new AppError(
      "stale",
      "Somebody else changed the draft meanwhile. Look at it before it is published.",
    );
  return publishPolicy(ctx, {
    document: draft.document as PolicyInput,
    notes: draft.entryNotes as EntryNotes,
    reason: input.reason,
    expectedNumber: draft.baseNumber,
    confirmed: input.confirmed,
    draft: draft.revision,
  });
}
