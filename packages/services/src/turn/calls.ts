import { turnChannel } from "@gatehouse/core/contracts/turns";
import type { Services } from "../context.ts";
import { storable } from "../storable.ts";
import { fenced, type TurnLease } from "./fence.ts";
import { databaseNow } from "../database-clock.ts";

type Calling = Pick<Services, "db" | "announcer">;

/** A call of the current step that has no result yet, or of the whole turn for the guard against loops. */
export type TurnCall = {
  id: string;
  stepId: string;
  position: number;
  modelCallId: string;
  tool: string;
  input: string;
  toolCallId: string | null;
  result: string | null;
  failed: boolean | null;
  changed: boolean | null;
};

/** The calls of a turn, in the order in which the model asked for them. */
export async function callsOfTurn(ctx: Pick<Services, "db">, turnId: string): Promise<TurnCall[]> {
  return ctx.db.stepCall.findMany({
    where: { turnId },
    orderBy: [{ step: { number: "asc" } }, { step: { attempt: "asc" } }, { position: "asc" }],
    select: {
      id: true,
      stepId: true,
      position: true,
      modelCallId: true,
      tool: true,
      input: true,
      toolCallId: true,
      result: true,
      failed: true,
      changed: true,
    },
  });
}

/** The request key of a call: whoever asks again for the same call of the same step finds the same tool call. */
export function requestKeyOf(callId: string): string {
  return `agent-${callId}`;
}

export async function linkCall(
  ctx: Calling,
  lease: TurnLease,
  of: { callId: string; toolCallId: string },
): Promise<void> {
  await fenced(ctx, lease, async (tx) => {
    await tx.stepCall.updateMany({ where: { id: of.callId }, data: { toolCallId: of.toolCallId } });
  });
  ctx.announcer.announce(turnChannel(lease.sessionId));
}

export type Answer = { callId: string; result: string; failed: boolean; changed: boolean };

/** Results as the model will read them; from here on they do not change. */
export async function answerCalls(ctx: Calling, lease: TurnLease, answers: readonly Answer[]): Promise<void> {
  if (answers.length === 0) return;
  const answeredAt = await databaseNow(ctx.db);
  await fenced(ctx, lease, async (tx) => {
    for (const { callId, result, failed, changed } of answers) {
      await tx.stepCall.updateMany({
        where: { id: callId, result: null },
        data: { result: storable(result), failed, changed, answeredAt },
      });
    }
  });
  ctx.announcer.announce(turnChannel(lease.sessionId));
}

/** From calling to waiting, or with every result in back to thinking; the working time goes on the turn. */
export async function moveTurn(
  ctx: Calling,
  lease: TurnLease,
  to: { status: "waiting" | "thinking"; workedMs: number },
): Promise<void> {
  await fenced(ctx, lease, (tx) =>
    tx.turn.updateMany({
      where: { id: lease.turnId },
      data: { status: to.status, workingMs: { increment: Math.max(0, Math.round(to.workedMs)) } },
    }),
  );
}
