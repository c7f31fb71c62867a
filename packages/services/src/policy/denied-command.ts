import { AppError } from "@gatehouse/core/errors";
import type { PolicyInput } from "@gatehouse/core/policy/policy";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { type EntryNotes, publishPolicy } from "./publish.ts";

export type DeniedChange = { name: string; reason: string; expectedNumber: number };

export async function addDeniedCommand(ctx: Ctx, input: DeniedChange): Promise<{ number: number }> {
  await requireRole(ctx, "policy.publish");
  const { document, notes } = await newest(ctx);
  const list = document.denied_command ?? [];
  if (list.includes(input.name)) throw new AppError("conflict", `${input.name} is already on the list.`);
  const note = { addedBy: ctx.member.id, addedAt: ctx.now.toISOString(), reason: input.reason };
  return publishPolicy(ctx, {
    document: { ...document, denied_command: [...list, input.name].sort() },
    notes: { ...notes, denied_command: { ...notes["denied_command"], [input.name]: note } },
    reason: input.reason,
    expectedNumber: input.expectedNumber,
  });
}

export async function removeDeniedCommand(ctx: Ctx, input: DeniedChange): Promise<{ number: number }> {
  await requireRole(ctx, "policy.publish");
  const { document, notes } = await newest(ctx);
  const list = document.denied_command ?? [];
  if (!list.includes(input.name)) throw new AppError("conflict", `${input.name} is not on the list.`);
  const { [input.name]: _removed, ...kept } = notes["denied_command"] ?? {};
  return publishPolicy(ctx, {
    document: { ...document, denied_command: list.filter((name) => name !== input.name) },
    notes: { ...notes, denied_command: kept },
    reason: input.reason,
    expectedNumber: input.expectedNumber,
  });
}

async function newest(ctx: Ctx): Promise<{ document: PolicyInput; notes: EntryNotes }> {
  const row = await ctx.db.policy.findFirstOrThrow({
    where: { orgId: ctx.org.id },
    orderBy: { number: "desc" },
  });
  return { document: row.document as PolicyInput, notes: row.entryNotes as EntryNotes };
}
