import { leaseMs } from "./timings.ts";
import type { HostCtx, Lease } from "./host-ctx.ts";

export type Beat = { executionId: string; cancelRequested: boolean };

/**
 * Prolongs the leases this worker holds and says which of them still stand. An execution that is not in the answer is no
 * longer this worker's: it kills the sandbox and writes nothing more.
 */
export async function heartbeat(
  ctx: HostCtx,
  input: { leases: readonly Lease[]; eventLoopLagMs: number },
): Promise<Beat[]> {
  await ctx.db.$executeRaw`
    UPDATE host SET last_seen_at = now(), event_loop_lag_ms = ${Math.round(input.eventLoopLagMs)}
    WHERE id = ${ctx.hostId}::uuid`;
  if (input.leases.length === 0) return [];
  const ids = input.leases.map((lease) => lease.executionId);
  const numbers = input.leases.map((lease) => lease.number);
  const rows = await ctx.db.$queryRaw<{ id: string; cancel: boolean }[]>`
    UPDATE execution e SET lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
    FROM unnest(${ids}::uuid[], ${numbers}::bigint[]) AS held(id, number)
    WHERE e.id = held.id AND e.lease = held.number AND e.state = 'running'
    RETURNING e.id::text AS id, e.cancel_requested_at IS NOT NULL AS cancel`;
  return rows.map((row) => ({ executionId: row.id, cancelRequested: row.cancel }));
}
