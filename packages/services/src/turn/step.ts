import type { Actor } from "@gatehouse/core/actor";
import type { AskedCall } from "@gatehouse/core/agent/conversation";
import { turnChannel } from "@gatehouse/core/contracts/turns";
import { appendAudit } from "../audit/append.ts";
import type { Services } from "../context.ts";
import { newId } from "../new-id.ts";
import { storable } from "../storable.ts";
import { fenced, type TurnLease } from "./fence.ts";
import { databaseNow } from "../database-clock.ts";

type Stepping = Pick<Services, "db" | "announcer">;
export type OpenStep = { id: string; number: number; attempt: number };

/**
 * Begins a model step: what was said meanwhile belongs to it, and an attempt that broke off (its worker died, its stream
 * ended early) stays on record beside it.
 */
export async function beginStep(ctx: Stepping, lease: TurnLease, number: number): Promise<OpenStep> {
  const now = await databaseNow(ctx.db);
  const step = await fenced(ctx, lease, async (tx) => {
    if (!lease.beside)
      await tx.message.updateMany({
        where: { sessionId: lease.sessionId, turnId: null },
        data: { turnId: lease.turnId, step: number },
      });
    await tx.modelStep.updateMany({
      where: { turnId: lease.turnId, number, status: { in: ["streaming", "waiting"] } },
      data: { status: "broken", endedAt: now },
    });
    const attempt = 1 + (await tx.modelStep.count({ where: { turnId: lease.turnId, number } }));
    const id = newId<string>();
    await tx.modelStep.createMany({
      data: [{ id, orgId: lease.orgId, turnId: lease.turnId, number, attempt }],
    });
    await tx.turn.updateMany({ where: { id: lease.turnId }, data: { steps: number } });
    return { id, number, attempt };
  });
  ctx.announcer.announce(turnChannel(lease.sessionId));
  return step;
}

/** What has arrived so far, for everybody who watches; a few times a second at most. */
export async function writeStep(
  ctx: Stepping,
  lease: TurnLease,
  of: { stepId: string; text: string; reasoning: string },
): Promise<void> {
  const written = await ctx.db.$executeRaw`
    WITH mine AS (
      UPDATE turn SET changed_at = clock_timestamp()
      WHERE id = ${lease.turnId}::uuid AND lease = ${lease.number} AND ended_at IS NULL RETURNING id)
    UPDATE model_step s SET text = ${storable(of.text)}, reasoning = ${storable(of.reasoning)}, changed_at = clock_timestamp()
    FROM mine WHERE s.turn_id = mine.id AND s.id = ${of.stepId}::uuid AND s.status = 'streaming'`;
  // Nothing is written where the step ended meanwhile, too; who lost the turn learns it from the heartbeat.
  if (written === 0) return;
  ctx.announcer.announce(turnChannel(lease.sessionId));
}

/** An attempt that failed: kept as far as it came, with why; `again` when it will be asked again. */
export async function breakStep(
  ctx: Stepping,
  lease: TurnLease,
  of: { stepId: string; note: string; again: boolean },
): Promise<void> {
  const now = await databaseNow(ctx.db);
  await fenced(ctx, lease, async (tx) => {
    await tx.modelStep.updateMany({
      where: { id: of.stepId },
      data: {
        status: of.again ? "waiting" : "broken",
        note: storable(of.note),
        endedAt: now,
        changedAt: now,
      },
    });
  });
  ctx.announcer.announce(turnChannel(lease.sessionId));
}

export type StepEnd = {
  stepId: string;
  text: string;
  reasoning: string;
  calls: readonly AskedCall[];
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  finishReason: string;
  workedMs: number;
  actor: Actor;
  called: { provider: string; model: string };
};

/** The step's whole answer and the calls it asks for, in one commit: what is here is never asked of the model again. */
export async function finishStep(ctx: Stepping, lease: TurnLease, end: StepEnd): Promise<void> {
  const { inputTokens, outputTokens, costMicros, finishReason } = end;
  const now = await databaseNow(ctx.db);
  await fenced(ctx, lease, async (tx) => {
    await tx.modelStep.updateMany({
      where: { id: end.stepId },
      data: {
        status: "finished",
        text: storable(end.text),
        reasoning: storable(end.reasoning),
        inputTokens,
        outputTokens,
        costMicros,
        finishReason,
        endedAt: now,
        changedAt: now,
      },
    });
    await tx.stepCall.createMany({
      data: end.calls.map((call, position) => ({
        id: newId<string>(),
        orgId: lease.orgId,
        turnId: lease.turnId,
        stepId: end.stepId,
        position,
        modelCallId: storable(call.id),
        tool: storable(call.tool).slice(0, 100),
        input: storable(call.input),
      })),
    });
    await tx.turn.updateMany({
      where: { id: lease.turnId },
      data: {
        status: end.calls.length > 0 ? "calling" : "thinking",
        inputTokens: { increment: inputTokens },
        outputTokens: { increment: outputTokens },
        costMicros: { increment: costMicros },
        workingMs: { increment: Math.round(end.workedMs) },
      },
    });
    await appendAudit(tx, { orgId: lease.orgId, actor: end.actor }, [
      {
        type: "model.called",
        sessionId: lease.sessionId,
        payload: {
          turnId: lease.turnId,
          stepId: end.stepId,
          ...end.called,
          inputTokens,
          outputTokens,
          costMicros,
          finishReason,
          toolCalls: end.calls.length,
        },
      },
    ]);
  });
  ctx.announcer.announce(turnChannel(lease.sessionId));
}
