import type { EntryHit } from "@gatehouse/core/policy/replay/entry-hits";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";
import { candidate } from "./compare.ts";
import type { FlippedCall, PreviewAnswer } from "./replay-port.ts";
import { newestPolicy } from "./stored.ts";

export type FlipView = FlippedCall & { memberName: string; sessionTitle: string };
export type PolicyPreview = Omit<PreviewAnswer, "flips"> & { flips: FlipView[] };

/** The org's past calls under the draft, or under a version to be brought back, against what is in force. */
export async function previewPolicy(ctx: Ctx, input: { number?: number }): Promise<PolicyPreview> {
  await requireRole(ctx, "policy.edit");
  const before = (await newestPolicy(ctx.db, ctx.org.id)).document;
  const after = await candidate(ctx, input.number, before);
  const answer = await ctx.replay.preview(ctx.org.id, { before, after });
  const sessionIds = [...new Set(answer.flips.map(({ sessionId }) => sessionId))];
  const [names, sessions] = await Promise.all([
    memberNames(ctx, [...new Set(answer.flips.map(({ memberId }) => memberId))]),
    ctx.db.session.findMany({
      where: { id: { in: sessionIds }, orgId: ctx.org.id },
      select: { id: true, title: true },
    }),
  ]);
  const titles = new Map(sessions.map(({ id, title }) => [id, title]));
  return {
    ...answer,
    flips: answer.flips.map((flip) => ({
      ...flip,
      memberName: names.get(flip.memberId) ?? "former member",
      sessionTitle: titles.get(flip.sessionId) ?? "a session",
    })),
  };
}

/** How often each entry of the draft, else of what is in force, matches a call of the last 30 days. */
export async function policyHits(ctx: Ctx): Promise<{ calls: number; hits: EntryHit[] }> {
  await requireRole(ctx, "policy.edit");
  const { document } = await newestPolicy(ctx.db, ctx.org.id);
  return ctx.replay.hits(ctx.org.id, await candidate(ctx, undefined, document));
}
