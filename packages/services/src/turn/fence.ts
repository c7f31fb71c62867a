import type { Tx } from "../db.ts";
import type { Services } from "../context.ts";
import { withTransaction } from "../transaction.ts";

/** The right to drive one turn: its number grows with each claim, and with a stop, a limit or anything else that ends it. */
export type TurnLease = {
  turnId: string;
  orgId: string;
  sessionId: string;
  number: bigint;
  /** a subagent's turn stands beside the conversation: it hears nothing of it, and nobody speaks to it */
  beside: boolean;
};

/** Somebody stopped the turn, or another worker drives it: whoever sees this writes nothing more. */
export class TurnLost extends Error {
  constructor(turnId: string) {
    super(`turn ${turnId} is no longer driven from here`);
    this.name = "TurnLost";
  }
}

/** One transaction of whoever drives a turn. Its row is locked first, so that a stop comes before or after, never between. */
export async function fenced<T>(
  ctx: Pick<Services, "db">,
  lease: TurnLease,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withTransaction(ctx.db, async (tx) => {
    // unaudited: what is written down between a turn's own events; finishStep appends model.called in here.
    const mine = await tx.$executeRaw`
      UPDATE turn SET changed_at = clock_timestamp()
      WHERE id = ${lease.turnId}::uuid AND lease = ${lease.number} AND ended_at IS NULL`;
    if (mine === 0) throw new TurnLost(lease.turnId);
    return work(tx);
  });
}
