import type { Actor } from "@gatehouse/core/actor";
import { turnChannel } from "@gatehouse/core/contracts/turns";
import { AppError } from "@gatehouse/core/errors";
import { asId, type MemberId } from "@gatehouse/core/ids";
import { notFound, originOf, requireRole } from "../access.ts";
import type { Ctx, Services } from "../context.ts";
import { requireSession } from "../session/access.ts";
import { cancelCall } from "../tool-call/cancel.ts";
import { withTransaction } from "../transaction.ts";
import { cutTurnAudited } from "./end.ts";

/**
 * A person's stop. The turn is over with the commit, whoever drives it: its fence grew, so the model's stream is dropped;
 * then everything it waits for is cancelled. Maintenance cancels what a death in between left.
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
}

type Open = { id: string; session_id: string };

/**
 * Cancels every call of an ended turn that is not over: found by its request key, so also one that was just being asked for.
 * What goes on in the background outlives the turn, but not a stop.
 */
export async function cancelCallsOf(
  ctx: Pick<Services, "db" | "queues" | "log">,
  of: { turnId: string; orgId: string; actor: Actor; memberId: string; jobsToo?: boolean },
): Promise<number> {
  const open = await ctx.db.$queryRaw<Open[]>`
    SELECT t.id::text, t.session_id::text FROM step_call c JOIN turn ON turn.id = c.turn_id
      JOIN tool_call t ON t.session_id = turn.session_id AND t.request_key = 'agent-' || c.id::text
    WHERE c.turn_id = ${of.turnId}::uuid AND (c.answered_at IS NULL OR (${of.jobsToo === true} AND t.tool = 'background_command'))
      AND t.status IN ('requested', 'awaiting_approval', 'approved', 'executing')`;
  const by = { orgId: of.orgId, actor: of.actor, memberId: of.memberId, origin: { because: "turn ended" } };
  let cancelled = 0;
  for (const call of open)
    if (await cancelCall(ctx, { id: call.id, sessionId: call.session_id }, by)) cancelled += 1;
  return cancelled;
}

export function agentActor(memberId: string): Actor {
  return { kind: "agent", onBehalfOf: asId<MemberId>(memberId) };
}
