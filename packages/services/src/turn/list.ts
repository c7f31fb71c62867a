import type { Ctx } from "../context.ts";
import { requireSession } from "../session/access.ts";
import { memberNames } from "../tool-call/views.ts";
import { type MessageView, messageView, type TurnView, turnInclude, turnViews } from "./view.ts";

const pageSize = 12;

export type TurnPage = { items: TurnView[]; nextCursor: string | null; limits: TurnLimits };
export type TurnLimits = { iterations: number; minutes: number };

/** The turns of a session, or the one of a subagent's call, newest last; the cursor leads to older ones. */
export async function listTurns(
  ctx: Ctx,
  input: { sessionId: string; callId?: string | null; cursor?: string },
): Promise<TurnPage> {
  await requireSession(ctx, input.sessionId, "read");
  const [rows, policy] = await Promise.all([
    ctx.db.turn.findMany({
      where: {
        sessionId: input.sessionId,
        parentCallId: input.callId ?? null,
        ...(input.cursor === undefined ? {} : { id: { lt: input.cursor } }),
      },
      orderBy: { id: "desc" },
      take: pageSize + 1,
      include: turnInclude,
    }),
    ctx.policies.current(ctx.db, ctx.org.id),
  ]);
  const page = rows.slice(0, pageSize).reverse();
  const { turn_iterations: iterations, turn_minutes: minutes } = policy.document.limits;
  return {
    items: await turnViews(ctx, page),
    nextCursor: rows.length > pageSize ? (page[0]?.id ?? null) : null,
    limits: { iterations, minutes },
  };
}

/** What was said and no step has read yet. */
export async function queuedMessages(ctx: Ctx, sessionId: string): Promise<MessageView[]> {
  const rows = await ctx.db.message.findMany({ where: { sessionId, turnId: null }, orderBy: { id: "asc" } });
  const names = await memberNames(ctx, [...new Set(rows.flatMap((row) => row.memberId ?? []))]);
  return rows.map((row) => messageView(row, names));
}

/** Clocks of concurrent transactions overlap a little; what is seen twice is harmless. */
const overlapMs = 5_000;
const mostChanged = 20;

/** Turns of a session that changed since a time (milliseconds). */
export async function changedTurns(
  ctx: Ctx,
  input: { sessionId: string; callId?: string | null; sinceMs: number },
): Promise<{ turns: TurnView[]; newestMs: number }> {
  const rows = await ctx.db.turn.findMany({
    where: {
      sessionId: input.sessionId,
      parentCallId: input.callId ?? null,
      changedAt: { gt: new Date(input.sinceMs - overlapMs) },
    },
    orderBy: { changedAt: "desc" },
    take: mostChanged,
    include: turnInclude,
  });
  const newest = rows[0]?.changedAt.getTime() ?? input.sinceMs;
  return { turns: await turnViews(ctx, rows.reverse()), newestMs: Math.max(newest, input.sinceMs) };
}
