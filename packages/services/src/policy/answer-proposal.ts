import { AppError } from "@gatehouse/core/errors";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { isUniqueViolation, type Tx } from "../db.ts";
import { withTransaction } from "../transaction.ts";
import { requirePublishable } from "./check-publish.ts";
import { effectOf, publishVersionAudited, staleVersion } from "./publish-version.ts";
import { type EntryNotes, newestPolicy } from "./stored.ts";

type Row = NonNullable<Awaited<ReturnType<typeof load>>>;

async function load(ctx: Ctx, id: string) {
  const row = await ctx.db.policyProposal.findFirst({ where: { id, orgId: ctx.org.id } });
  if (row === null) throw notFound("proposal");
  if (row.status !== "pending") throw new AppError("conflict", `This proposal was ${row.status} already.`);
  return row;
}

/** Publishes what another admin proposed. Nobody accepts their own. */
export async function acceptProposal(ctx: Ctx, id: string): Promise<{ number: number }> {
  await requireRole(ctx, "policy.publish");
  const row = await load(ctx, id);
  if (row.proposedBy === ctx.member.id) {
    await withTransaction(ctx.db, (tx) =>
      appendAudit(tx, auditActor(ctx), [
        {
          type: "access.denied",
          payload: {
            permission: "policy.accept_own",
            proposalId: id,
            role: ctx.member.role,
            ...originOf(ctx),
          },
        },
      ]),
    );
    throw new AppError("forbidden", "Another admin accepts your proposal.");
  }
  const current = await newestPolicy(ctx.db, ctx.org.id);
  if (current.number !== row.baseNumber) throw staleVersion(current.number);
  const document = row.document as PolicyInput;
  const both = { before: current.document, after: document };
  await requirePublishable(ctx, { ...both, confirmed: "all" });
  const effect = await effectOf(ctx, both);
  const number = current.number + 1;
  try {
    await withTransaction(ctx.db, async (tx) => {
      await answered(ctx, tx, row, { status: "accepted", reason: null });
      await publishVersionAudited(ctx, tx, {
        number,
        document,
        notes: row.entryNotes as EntryNotes,
        reason: row.reason,
        effect,
        publishedBy: row.proposedBy,
        rollbackTo: row.rollbackTo,
      });
      await appendAudit(tx, auditActor(ctx), [
        { type: "policy.proposal_accepted", payload: { proposalId: id, number, proposedBy: row.proposedBy } },
      ]);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw staleVersion(number);
    throw error;
  }
  return { number };
}

/** Refuses what another admin proposed, or takes one's own back; it is a draft again where there is none. */
export async function declineProposal(ctx: Ctx, input: { id: string; reason: string }): Promise<void> {
  await requireRole(ctx, "policy.publish");
  const row = await load(ctx, input.id);
  const own = row.proposedBy === ctx.member.id;
  await withTransaction(ctx.db, async (tx) => {
    await answered(ctx, tx, row, { status: own ? "withdrawn" : "rejected", reason: input.reason });
    await tx.policyDraft.createMany({
      data: [
        {
          orgId: ctx.org.id,
          baseNumber: row.baseNumber,
          document: row.document ?? {},
          entryNotes: row.entryNotes ?? {},
          startedBy: row.proposedBy,
          startedAt: row.proposedAt,
          updatedBy: row.proposedBy,
          updatedAt: ctx.now,
        },
      ],
      skipDuplicates: true,
    });
    await appendAudit(tx, auditActor(ctx), [
      {
        type: own ? "policy.proposal_withdrawn" : "policy.proposal_rejected",
        payload: { proposalId: row.id, reason: input.reason },
      },
    ]);
  });
}

/** Of two answers at once one is first; the other finds the proposal no longer pending. */
async function answered(
  ctx: Ctx,
  tx: Tx,
  row: Row,
  answer: { status: "accepted" | "rejected" | "withdrawn"; reason: string | null },
): Promise<void> {
  const changed = await tx.policyProposal.updateMany({
    where: { id: row.id, status: "pending" },
    data: {
      status: answer.status,
      answeredBy: ctx.member.id,
      answeredAt: ctx.now,
      answerReason: answer.reason,
    },
  });
  if (changed.count === 0) throw new AppError("conflict", "Somebody answered this proposal meanwhile.");
}
