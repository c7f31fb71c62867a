import { AppError } from "@gatehouse/core/errors";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import { auditActor, originOf } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { newId } from "../new-id.ts";
import type { EntryNotes } from "./stored.ts";

export type EffectCounts = { calls: number; refused: number; asking: number; allowed: number };

export type NewVersion = {
  number: number;
  document: PolicyInput;
  notes: EntryNotes;
  reason: string;
  effect: EffectCounts | null;
  /** whose change it is; with a second admin, not who publishes it */
  publishedBy: string;
  rollbackTo: number | null;
};

/** The row of a version and its event. A number that is taken fails as a unique violation. */
export async function publishVersionAudited(ctx: Ctx, tx: Tx, version: NewVersion): Promise<void> {
  const { number, document, notes, reason, effect, publishedBy, rollbackTo } = version;
  await tx.policy.createMany({
    data: [
      {
        id: newId<string>(),
        orgId: ctx.org.id,
        number,
        document,
        entryNotes: notes,
        reason,
        publishedBy,
        publishedAt: ctx.now,
        ...(effect === null ? {} : { effect }),
      },
    ],
  });
  await appendAudit(tx, auditActor(ctx), [
    {
      type: "policy.published",
      payload: { number, reason, document: JSON.stringify(document), publishedBy, effect, ...originOf(ctx) },
    },
    ...(rollbackTo === null
      ? []
      : [{ type: "policy.rolled_back" as const, payload: { number, to: rollbackTo, reason } }]),
  ]);
}

/** What the document changes for past calls, as counts; a replay that fails holds no publish up. */
export async function effectOf(
  ctx: Ctx,
  of: { before: PolicyInput; after: PolicyInput },
): Promise<EffectCounts | null> {
  try {
    const { calls, refused, asking, allowed } = await ctx.replay.preview(ctx.org.id, of);
    return { calls, refused, asking, allowed };
  } catch (cause) {
    ctx.log.warn({ orgId: ctx.org.id, error: String(cause) }, "the effect of a policy is not known");
    return null;
  }
}

export function staleVersion(current: number): AppError {
  return new AppError(
    "stale",
    `Somebody published version ${current} meanwhile. Look at it, then try again.`,
    { details: { current } },
  );
}
