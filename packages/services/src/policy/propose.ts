import { AppError } from "@gatehouse/core/errors";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import { auditActor, originOf } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { newId } from "../new-id.ts";
import type { EntryNotes } from "./stored.ts";

type Proposal = {
  document: PolicyInput;
  notes: EntryNotes;
  reason: string;
  expectedNumber: number;
  rollbackTo: number | null;
};

/** Waits for another admin; an org has one proposal at a time. */
export async function proposePolicyAudited(ctx: Ctx, tx: Tx, input: Proposal): Promise<string> {
  const { document, notes, reason, expectedNumber, rollbackTo } = input;
  const id = newId<string>();
  const pending = await tx.policyProposal.findFirst({ where: { orgId: ctx.org.id, status: "pending" } });
  if (pending !== null)
    throw new AppError("conflict", "Another proposal waits already. It is answered or taken back first.");
  await tx.policyProposal.createMany({
    data: [
      {
        id,
        orgId: ctx.org.id,
        baseNumber: expectedNumber,
        document,
        entryNotes: notes,
        reason,
        rollbackTo,
        proposedBy: ctx.member.id,
        proposedAt: ctx.now,
      },
    ],
  });
  await appendAudit(tx, auditActor(ctx), [
    {
      type: "policy.proposed",
      payload: {
        proposalId: id,
        base: expectedNumber,
        reason,
        document: JSON.stringify(document),
        ...originOf(ctx),
      },
    },
  ]);
  return id;
}
