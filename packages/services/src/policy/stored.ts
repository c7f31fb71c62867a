import { own } from "@gatehouse/core/shell/own";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import { entryText, listAt } from "@gatehouse/core/policy/document/at-path";
import { policyFields } from "@gatehouse/core/policy/document/fields";
import { notFound } from "../access.ts";
import type { Ctx } from "../context.ts";
import type { Db, Tx } from "../db.ts";
import { memberNames } from "../tool-call/views.ts";

export type EntryNote = { addedBy: string; addedAt: string; reason: string };
/** who added an entry, when and why; by field, then by entry */
export type EntryNotes = Record<string, Record<string, EntryNote>>;

export type StoredPolicy = { number: number; document: PolicyInput; notes: EntryNotes };

export async function newestPolicy(db: Db | Tx, orgId: string): Promise<StoredPolicy> {
  const row = await db.policy.findFirstOrThrow({ where: { orgId }, orderBy: { number: "desc" } });
  return storedOf(row);
}

export async function policyVersion(db: Db | Tx, orgId: string, number: number): Promise<StoredPolicy> {
  const row = await db.policy.findUnique({ where: { orgId_number: { orgId, number } } });
  if (row === null) throw notFound("version");
  return storedOf(row);
}

function storedOf(row: { number: number; document: unknown; entryNotes: unknown }): StoredPolicy {
  return {
    number: row.number,
    document: row.document as PolicyInput,
    notes: row.entryNotes as EntryNotes,
  };
}

export type EntryReasons = Record<string, Record<string, string>>;

/** Notes of the entries that a document has: those that were there keep theirs, new ones get one. */
export function notesFor(
  document: PolicyInput,
  before: { document: PolicyInput; notes: EntryNotes },
  by: { memberId: string; at: Date; reasons?: EntryReasons },
): EntryNotes {
  const lists = policyFields.filter(({ kind }) => kind === "list" || kind === "patterns");
  const notes = lists.flatMap(({ path }) => {
    const known = new Set(listAt(before.document, path).map(entryText));
    const kept = listAt(document, path).flatMap((item): [string, EntryNote][] => {
      const entry = entryText(item);
      const note = own(own(before.notes, path) ?? {}, entry);
      if (note !== undefined) return [[entry, note]];
      if (known.has(entry)) return [];
      const reason = own(own(by.reasons ?? {}, path) ?? {}, entry) ?? "";
      return [[entry, { addedBy: by.memberId, addedAt: by.at.toISOString(), reason }]];
    });
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)] as const];
  });
  return Object.fromEntries(notes);
}

/** An entry that nobody gave a reason for has the reason of the publish. */
export function withReason(notes: EntryNotes, reason: string): EntryNotes {
  return Object.fromEntries(
    Object.entries(notes).map(([path, entries]) => [
      path,
      Object.fromEntries(
        Object.entries(entries).map(([entry, note]) => [
          entry,
          note.reason === "" ? { ...note, reason } : note,
        ]),
      ),
    ]),
  );
}

export type EntryNoteView = { path: string; entry: string; addedBy: string; addedAt: Date; reason: string };

/** Notes with the names of who made them. */
export async function noteViews(ctx: Ctx, notes: EntryNotes): Promise<EntryNoteView[]> {
  const all = Object.entries(notes).flatMap(([path, entries]) =>
    Object.entries(entries).map(([entry, note]) => ({ path, entry, ...note })),
  );
  const names = await memberNames(ctx, [...new Set(all.map((note) => note.addedBy))]);
  return all.map(({ path, entry, addedBy, addedAt, reason }) => ({
    path,
    entry,
    addedBy: names.get(addedBy) ?? "former member",
    addedAt: new Date(addedAt),
    reason,
  }));
}
