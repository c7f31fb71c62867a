import type { Ctx } from "../context.ts";
import { memberNames } from "../tool-call/views.ts";
import { databaseNow } from "../database-clock.ts";

const freshMs = 30_000;

/** Says that this member has the session open; a stream says so again every few seconds. */
export async function watchSession(ctx: Ctx, sessionId: string): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO session_watch (session_id, member_id, seen_at) VALUES (${sessionId}::uuid, ${ctx.member.id}::uuid, now())
    ON CONFLICT (session_id, member_id) DO UPDATE SET seen_at = now()`;
}

/** Who has a session open at this moment, by name. */
export async function watchersOf(ctx: Ctx, sessionId: string): Promise<string[]> {
  const now = await databaseNow(ctx.db);
  const rows = await ctx.db.sessionWatch.findMany({
    where: { sessionId, seenAt: { gt: new Date(now.getTime() - freshMs) } },
    select: { memberId: true },
  });
  const names = await memberNames(
    ctx,
    rows.map((row) => row.memberId),
  );
  return rows.flatMap((row) => names.get(row.memberId) ?? []).sort();
}
