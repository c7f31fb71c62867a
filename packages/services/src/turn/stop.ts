import { turnChannel } from "@gatehouse/core/contracts/turns";
import { AppError } from "@gatehouse/core/errors";
import { notFound, originOf, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { requireSession } from "../session/access.ts";
import { withTransaction } from "../transaction.ts";
import { cancelCallsOf, endSubagents } from "./cancel-calls.ts";
import { cutTurnAudited } from "./end.ts";

/**
 * A person's stop. The turn is over with the commit, whoever drives it: its fence grew, so the model's stream is dropped;
 * then everything it waits for is cancelled, its subagents too. Maintenance cancels what a death in between left.
 */
export async function stopTurn(ctx: Ctx, turnId: string): Promise<void> {
  await requireRole(ctx, "session.drive");
  const turn = await ctx.db.turn.findFirst({
    where: { id: turnId, orgId: ctx.org.id },
    select: { id: true, sessionId: true },
  });
  if (turn === null) throw notFound("turn");
  await requireSession(ctx, turn.sessionId, "drive");
  const stopped = await withTransaction(ctx.db, (tx) =>
    cutTurnAudited(tx, {
      turnId,
      end: { status: "stopped", code: "stopped", sentence: `${ctx.member.name} stopped it.` },
      actor: ctx.actor,
      by: ctx.member.id,
      payload: originOf(ctx),
    }),
  );
  if (!stopped) throw new AppError("conflict", "This turn is already over.");
  ctx.announcer.announce(turnChannel(turn.sessionId));
  await cancelCallsOf(ctx, {
    turnId,
    orgId: ctx.org.id,
    actor: ctx.actor,
    memberId: ctx.member.id,
    jobsToo: true,
  });
  await endSubagents(ctx, turn.sessionId);
}
