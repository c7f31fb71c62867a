import { AppError } from "@gatehouse/core/errors";
import { rebasePolicy } from "@gatehouse/core/policy/document/rebase";
import { type PolicyInput, readPolicy } from "@gatehouse/core/policy/policy";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { type Db, isUniqueViolation, type Tx } from "../db.ts";
import { type EntryNotes, type EntryReasons, newestPolicy, notesFor, policyVersion } from "./stored.ts";

export type SaveDraft = {
  document: PolicyInput;
  /** the revision that was edited; 0 where there was no draft */
  revision: number;
  /** why an entry was added, by field and entry */
  reasons?: EntryReasons;
};

/** Keeps the draft of the org. Of two who save the same revision one is told who was faster. */
export async function savePolicyDraft(ctx: Ctx, input: SaveDraft): Promise<{ revision: number }> {
  await requireRole(ctx, "policy.edit");
  return keepDraft(ctx, ctx.db, input);
}

export async function keepDraft(ctx: Ctx, db: Db | Tx, input: SaveDraft): Promise<{ revision: number }> {
  const { document, revision, reasons } = input;
  const read = readPolicy(document);
  if (!read.ok) {
    const [first] = read.problems;
    const path = first?.path ?? "";
    throw new AppError("invalid_input", path === "" ? (first?.message ?? "") : `${path}: ${first?.message}`, {
      details: { path },
    });
  }
  const by = { memberId: ctx.member.id, at: ctx.now, ...(reasons === undefined ? {} : { reasons }) };
  const edited = { updatedBy: ctx.member.id, updatedAt: ctx.now };
  const before = await db.policyDraft.findUnique({ where: { orgId: ctx.org.id } });
  if (before === null) {
    if (revision !== 0)
      throw new AppError(
        "stale",
        "This draft was published or discarded meanwhile. Look at it, then try again.",
      );
    const current = await newestPolicy(db, ctx.org.id);
    const data = {
      orgId: ctx.org.id,
      baseNumber: current.number,
      document,
      entryNotes: notesFor(document, current, by),
      startedBy: ctx.member.id,
      startedAt: ctx.now,
      ...edited,
    };
    try {
      await db.policyDraft.createMany({ data: [data] });
    } catch (error) {
      if (isUniqueViolation(error)) throw takenOver();
      throw error;
    }
    return { revision: 1 };
  }
  const base = { document: before.document as PolicyInput, notes: before.entryNotes as EntryNotes };
  const saved = await db.policyDraft.updateMany({
    where: { orgId: ctx.org.id, revision },
    data: { document, entryNotes: notesFor(document, base, by), revision: revision + 1, ...edited },
  });
  if (saved.count === 0) throw takenOver();
  return { revision: revision + 1 };
}

/** Makes the draft's changes again on the version in force; fields that both sides set keep the draft's value. */
export async function rebasePolicyDraft(
  ctx: Ctx,
  input: { revision: number },
): Promise<{ revision: number; conflicts: string[] }> {
  await requireRole(ctx, "policy.edit");
  const draft = await ctx.db.policyDraft.findUnique({ where: { orgId: ctx.org.id } });
  if (draft === null || draft.revision !== input.revision) throw takenOver();
  const [base, current] = await Promise.all([
    policyVersion(ctx.db, ctx.org.id, draft.baseNumber),
    newestPolicy(ctx.db, ctx.org.id),
  ]);
  const { document, conflicts } = rebasePolicy({
    base: base.document,
    draft: draft.document as PolicyInput,
    current: current.document,
  });
  const known = {
    document: current.document,
    notes: mergedNotes(current.notes, draft.entryNotes as EntryNotes),
  };
  const saved = await ctx.db.policyDraft.updateMany({
    where: { orgId: ctx.org.id, revision: draft.revision },
    data: {
      document,
      entryNotes: notesFor(document, known, { memberId: ctx.member.id, at: ctx.now }),
      baseNumber: current.number,
      revision: draft.revision + 1,
      updatedBy: ctx.member.id,
      updatedAt: ctx.now,
    },
  });
  if (saved.count === 0) throw takenOver();
  return { revision: draft.revision + 1, conflicts };
}

function mergedNotes(current: EntryNotes, draft: EntryNotes): EntryNotes {
  const paths = new Set([...Object.keys(current), ...Object.keys(draft)]);
  return Object.fromEntries([...paths].map((path) => [path, { ...draft[path], ...current[path] }]));
}

function takenOver(): AppError {
  return new AppError(
    "stale",
    "Somebody else changed the draft meanwhile. It is shown now; make your change again.",
  );
}
