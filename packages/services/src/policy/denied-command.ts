import { AppError } from "@gatehouse/core/errors";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { type Published, publishPolicy } from "./publish.ts";
import { newestPolicy, notesFor } from "./stored.ts";

export type DeniedChange = { name: string; reason: string; expectedNumber: number };

export async function addDeniedCommand(ctx: Ctx, input: DeniedChange): Promise<Published> {
  await requireRole(ctx, "policy.publish");
  const { document, notes } = await newestPolicy(ctx.db, ctx.org.id);
  const list = document.denied_command ?? [];
  if (list.includes(input.name)) throw new AppError("conflict", `${input.name} is already on the list.`);
  const next = { ...document, denied_command: [...list, input.name].sort() };
  return publishPolicy(ctx, {
    document: next,
    notes: notesFor(next, { document, notes }, { memberId: ctx.member.id, at: ctx.now }),
    confirmed: "all",
    reason: input.reason,
    expectedNumber: input.expectedNumber,
  });
}

export async function removeDeniedCommand(ctx: Ctx, input: DeniedChange): Promise<Published> {
  await requireRole(ctx, "policy.publish");
  const { document, notes } = await newestPolicy(ctx.db, ctx.org.id);
  const list = document.denied_command ?? [];
  if (!list.includes(input.name)) throw new AppError("conflict", `${input.name} is not on the list.`);
  const next = { ...document, denied_command: list.filter((name) => name !== input.name) };
  return publishPolicy(ctx, {
    document: next,
    notes: notesFor(next, { document, notes }, { memberId: ctx.member.id, at: ctx.now }),
    confirmed: "all",
    reason: input.reason,
    expectedNumber: input.expectedNumber,
  });
}
