import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { type Published, publishPolicy } from "./publish.ts";
import { policyVersion } from "./stored.ts";

export type RollBack = {
  number: number;
  expectedNumber: number;
  reason: string;
  confirmed: readonly string[];
};

/** Publishes an old document as a new version; what lies between stays in the history. */
export async function rollBackPolicy(ctx: Ctx, input: RollBack): Promise<Published> {
  await requireRole(ctx, "policy.publish");
  const { document, notes, number } = await policyVersion(ctx.db, ctx.org.id, input.number);
  const { reason, expectedNumber, confirmed } = input;
  return publishPolicy(ctx, { document, notes, reason, expectedNumber, confirmed, rollbackTo: number });
}
