import { readPolicy } from "@gatehouse/core/policy/policy";
import { own } from "@gatehouse/core/shell/own";
import { Defect } from "@gatehouse/core/errors";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";
import type { EntryNotes } from "./stored.ts";

export type DeniedEntry = {
  name: string;
  addedBy: string | null;
  addedAt: Date | null;
  reason: string | null;
};

export type PolicyView = {
  number: number;
  publishedAt: Date;
  publishedBy: string | null;
  reason: string;
  deniedCommand: DeniedEntry[];
  elevation: boolean;
};

/** The version in force, each entry with who added it, when and why. */
export async function getPolicy(ctx: Ctx): Promise<PolicyView> {
  await requireRole(ctx, "policy.read");
  const row = await ctx.db.policy.findFirst({ where: { orgId: ctx.org.id }, orderBy: { number: "desc" } });
  const read = row === null ? null : readPolicy(row.document);
  if (row === null || read === null || !read.ok)
    throw new Defect(`org ${ctx.org.id} has no policy that can be read`);
  const notes = (row.entryNotes as EntryNotes)["denied_command"] ?? {};
  const names = await memberNames(ctx, [
    ...Object.values(notes).map((note) => note.addedBy),
    ...(row.publishedBy === null ? [] : [row.publishedBy]),
  ]);
  return {
    number: row.number,
    publishedAt: row.publishedAt,
    publishedBy: row.publishedBy === null ? null : (names.get(row.publishedBy) ?? "former member"),
    reason: row.reason,
    deniedCommand: read.document.denied_command.map((name) => {
      const note = own(notes, name);
      if (note === undefined) return { name, addedBy: null, addedAt: null, reason: null };
      return {
        name,
        addedBy: names.get(note.addedBy) ?? "former member",
        addedAt: new Date(note.addedAt),
        reason: note.reason,
      };
    }),
    elevation: read.document.elevation,
  };
}
