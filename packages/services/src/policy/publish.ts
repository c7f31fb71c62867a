import { AppError } from "@gatehouse/core/errors";
import { type PolicyInput, readPolicy } from "@gatehouse/core/policy/policy";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { isUniqueViolation } from "../db.ts";
import { newId } from "../new-id.ts";
import { withTransaction } from "../transaction.ts";

export type EntryNote = { addedBy: string; addedAt: string; reason: string };
export type EntryNotes = Record<string, Record<string, EntryNote>>;

export type Publish = { document: PolicyInput; notes: EntryNotes; reason: string; expectedNumber: number };

/** A new numbered version; an earlier one is never edited. Of two publishers on the same version one is told it is stale. */
export async function publishPolicy(ctx: Ctx, input: Publish): Promise<{ number: number }> {
  await requireRole(ctx, "policy.publish");
  const read = readPolicy(input.document);
  if (!read.ok) {
    const first = read.problems[0];
    throw new AppError(
      "invalid_input",
      first === undefined ? "This is no policy." : `${first.path}: ${first.message}`,
    );
  }
  const { number: current } = await ctx.policies.current(ctx.db, ctx.org.id);
  if (current !== input.expectedNumber) throw stale(current);
  const number = current + 1;
  try {
    await withTransaction(ctx.db, async (tx) => {
      await tx.policy.createMany({
        data: [
          {
            id: newId<string>(),
            orgId: ctx.org.id,
            number,
            document: input.document,
            entryNotes: input.notes,
            reason: input.reason,
            publishedBy: ctx.member.id,
            publishedAt: ctx.now,
          },
        ],
      });
      await appendAudit(tx, auditActor(ctx), [
        {
          type: "policy.published",
          payload: {
            number,
            reason: input.reason,
            document: JSON.stringify(input.document),
            ...originOf(ctx),
          },
        },
      ]);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw stale(number);
    throw error;
  }
  return { number };
}

function stale(current: number): AppError {
  return new AppError(
    "stale",
    `Somebody published version ${current} meanwhile. Look at it, then try again.`,
    {
      details: { current },
    },
  );
}
