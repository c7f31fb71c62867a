import type { Actor } from "@gatehouse/core/actor";
import type { EndedTurnStatus } from "@gatehouse/core/agent/turn-status";
import type { AuditEvent } from "@gatehouse/core/audit/event";
import { appendAudit } from "../audit/append.ts";
import type { Services } from "../context.ts";
import type { Tx } from "../db.ts";
import { storable } from "../storable.ts";
import { withTransaction } from "../transaction.ts";
import type { TurnLease } from "./fence.ts";
import { databaseNow } from "../database-clock.ts";

/** Why a turn ended, as a code for programs and a sentence for people. */
export type TurnEnd = { status: EndedTurnStatus; code: string; sentence: string };

type Ended = {
  id: string;
  org_id: string;
  session_id: string;
  steps: number;
  input_tokens: bigint;
  output_tokens: bigint;
  cost_micros: bigint;
};

/**
 * Whoever speaks in a session and whoever ends its turn follow one another, so that what was said is read by the turn that
 * runs or begins a new one. Taken first in a transaction, before any row and before the audit chain.
 */
export async function lockConversation(tx: Tx, sessionId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('turn:' || ${sessionId}, 0))`;
}

/** The turn's own end. False: not ended, because somebody said something meanwhile that the next step has to read. */
export async function endTurn(
  ctx: Pick<Services, "db">,
  lease: TurnLease,
  of: { end: TurnEnd; actor: Actor; workedMs: number; unlessSteered?: boolean },
): Promise<boolean> {
  return withTransaction(ctx.db, async (tx) => {
    await lockConversation(tx, lease.sessionId);
    const { status, code } = of.end;
    const rows = await tx.$queryRaw<Ended[]>`
      UPDATE turn SET status = ${status}, end_code = ${code}, end_sentence = ${storable(of.end.sentence)},
        ended_at = clock_timestamp(), changed_at = clock_timestamp(), lease_expires_at = NULL,
        working_ms = working_ms + ${Math.round(of.workedMs)}
      WHERE id = ${lease.turnId}::uuid AND lease = ${lease.number} AND ended_at IS NULL
        AND (NOT ${of.unlessSteered === true && !lease.beside} OR NOT EXISTS
          (SELECT 1 FROM message WHERE session_id = ${lease.sessionId}::uuid AND turn_id IS NULL))
      RETURNING id::text, org_id::text, session_id::text, steps, input_tokens, output_tokens, cost_micros`;
    const row = rows[0];
    if (row === undefined) return false;
    await breakOpenSteps(tx, lease.turnId, of.end.sentence);
    await appendAudit(tx, { orgId: row.org_id, actor: of.actor }, [endedEvent(row, of.end)]);
    return true;
  });
}

/** Ends an open turn from outside, whoever drives it: the fence grows, so that nothing more is written by it. */
export async function cutTurnAudited(
  tx: Tx,
  of: { turnId: string; end: TurnEnd; actor: Actor; by: string | null; payload?: AuditEvent["payload"] },
): Promise<boolean> {
  const { status, code, sentence } = of.end;
  const rows = await tx.$queryRaw<Ended[]>`
    UPDATE turn SET status = ${status}, end_code = ${code}, end_sentence = ${storable(sentence)}, lease = lease + 1,
      ended_at = clock_timestamp(), changed_at = clock_timestamp(), lease_expires_at = NULL, ended_by = ${of.by}::uuid
    WHERE id = ${of.turnId}::uuid AND ended_at IS NULL
    RETURNING id::text, org_id::text, session_id::text, steps, input_tokens, output_tokens, cost_micros`;
  const row = rows[0];
  if (row === undefined) return false;
  await breakOpenSteps(tx, of.turnId, sentence);
  const event = endedEvent(row, of.end);
  await appendAudit(tx, { orgId: row.org_id, actor: of.actor }, [
    { ...event, payload: { ...event.payload, ...of.payload } },
  ]);
  return true;
}

async function breakOpenSteps(tx: Tx, turnId: string, note: string): Promise<void> {
  const now = await databaseNow(tx);
  await tx.modelStep.updateMany({
    where: { turnId, status: { in: ["streaming", "waiting"] } },
    data: { status: "broken", note: storable(note), endedAt: now, changedAt: now },
  });
}

function endedEvent(row: Ended, { status, code, sentence }: TurnEnd): AuditEvent {
  return {
    type: "turn.ended",
    sessionId: row.session_id,
    payload: {
      turnId: row.id,
      status,
      code,
      sentence,
      steps: row.steps,
      inputTokens: Number(row.input_tokens),
      outputTokens: Number(row.output_tokens),
      costMicros: Number(row.cost_micros),
    },
  };
}
