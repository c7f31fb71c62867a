import { rowsOf } from "../pool.ts";
import type { HostCtx, Lease } from "./host-ctx.ts";
import { leaseMs } from "./timings.ts";

export type Beat = { executionId: string; cancelRequested: boolean };

const seen = {
  name: "host_seen",
  text: "UPDATE host SET last_seen_at = now(), event_loop_lag_ms = $2::int WHERE id = $1::uuid",
};
const prolong = {
  name: "execution_prolong",
  text: `UPDATE execution e SET lease_expires_at = now() + $3::int * interval '1 millisecond'
    FROM unnest($1::uuid[], $2::bigint[]) AS held(id, number)
    WHERE e.id = held.id AND e.lease = held.number AND e.state = 'running'
    RETURNING e.id, e.cancel_requested_at IS NOT NULL AS cancel`,
};

/**
 * Prolongs the leases this worker holds and says which of them still stand. An execution that is not in the answer is no
 * longer this worker's: it kills the sandbox and writes nothing more.
 */
export async function heartbeat(
  ctx: HostCtx,
  input: { leases: readonly Lease[]; eventLoopLagMs: number },
): Promise<Beat[]> {
  await rowsOf(ctx.pool, seen, [ctx.hostId, Math.round(input.eventLoopLagMs)]);
  if (input.leases.length === 0) return [];
  const ids = input.leases.map((lease) => lease.executionId);
  const numbers = input.leases.map((lease) => lease.number);
  const rows = await rowsOf<{ id: string; cancel: boolean }>(ctx.pool, prolong, [ids, numbers, leaseMs]);
  return rows.map((row) => ({ executionId: row.id, cancelRequested: row.cancel }));
}
