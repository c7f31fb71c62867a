import { AppError } from "@gatehouse/core/errors";
import { diffPolicies } from "@gatehouse/core/policy/document/diff";
import { type PolicyInput, policySchema, readPolicy } from "@gatehouse/core/policy/policy";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { isUniqueViolation } from "../db.ts";
import { withTransaction } from "../transaction.ts";
import { requirePublishable } from "./check-publish.ts";
import { proposePolicyAudited } from "./propose.ts";
import { effectOf, publishVersionAudited, staleVersion } from "./publish-version.ts";
import { type EntryNotes, newestPolicy, withReason } from "./stored.ts";

export type Publish = {
  document: PolicyInput;
  notes: EntryNotes;
  reason: string;
  expectedNumber: number;
  /** codes of the warnings that the person confirmed */
  confirmed: readonly string[] | "all";
  rollbackTo?: number;
  /** revision of the draft that this is; it goes with the publish */
  draft?: number;
};

/** A version of that number, or, where policy wants a second admin, a proposal that another admin accepts. */
export type Published = { kind: "published"; number: number } | { kind: "proposed"; id: string };

/** A new numbered version; an earlier one is never edited. Of two publishers on the same version one is told it is stale. */
export async function publishPolicy(ctx: Ctx, input: Publish): Promise<Published> {
  await requireRole(ctx, "policy.publish");
  const read = readPolicy(input.document);
  if (!read.ok) {
    const first = read.problems[0];
    throw new AppError(
      "invalid_input",
      first === undefined ? "This is no policy." : `${first.path}: ${first.message}`,
    );
  }
  const current = await newestPolicy(ctx.db, ctx.org.id);
  if (current.number !== input.expectedNumber) throw staleVersion(current.number);
  const both = { before: current.document, after: input.document };
  if (diffPolicies(both.before, both.after).length === 0)
    throw new AppError("conflict", "This says what is in force already: there is nothing to publish.");
  await requirePublishable(ctx, { ...both, confirmed: input.confirmed });
  const notes = withReason(input.notes, input.reason);
  const rollbackTo = input.rollbackTo ?? null;
  if (policySchema.parse(current.document).second_admin) {
    const id = await withTransaction(ctx.db, async (tx) => {
      await takeDraft(ctx, tx, input.draft);
      return proposePolicyAudited(ctx, tx, { ...input, notes, rollbackTo });
    });
    return { kind: "proposed", id };
  }
  const effect = await effectOf(ctx, both);
  const number = current.number + 1;
  try {
    await withTransaction(ctx.db, async (tx) => {
      await takeDraft(ctx, tx, input.draft);
      const { document, reason } = input;
      const version = { number, document, notes, reason, effect, publishedBy: ctx.member.id, rollbackTo };
      await publishVersionAudited(ctx, tx, version);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw staleVersion(number);
    throw error;
  }
  return { kind: "published", number };
}

async function takeDraft(
  ctx: Ctx,
  tx: Parameters<typeof publishVersionAudited>[1],
  revision: number | undefined,
): Promise<void> {
  if (revision === undefined) return;
  const taken = await tx.policyDraft.deleteMany({ where: { orgId: ctx.org.id, revision } });
  if (taken.count === 0)
    throw new AppError("stale", "The draft was changed meanwhile. Look at it, then try again.");
}
