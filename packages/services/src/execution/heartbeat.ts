import { rowsOf } from "../pool.ts";
import type { HostCtx, Lease } from "./host-ctx.ts";
import { leaseMs } from "./timings.ts";

export type Beat = { executionId: string; cancelRequested: boolean };

/** A beat that is not answered within this is over: the next one goes out on another connection. */
const beatMs = 3_000;

const seen = {
  name: "host_seen",
  text: `UPDATE host h SET last_seen_at = now(), event_loop_lag_ms = $2::int, load = $3::float8, disk_free_bytes = $4::bigint
    WHERE h.id = $1::uuid
    RETURNING h.removed_at IS NOT NULL AS removed, (SELECT protocol FROM installation) AS protocol`,
  timeoutMs: beatMs,
};
const prolong = {
  name: "execution_prolong",
  text: `UPDATE execution e SET lease_expires_at = now() + $3::int * interval '1 millisecond'
    FROM unnest($1::uuid[], $2::bigint[]) AS held(id, number)
    WHERE e.id = held.id AND e.lease = held.number AND e.state = 'running'
    RETURNING e.id, e.cancel_requested_at IS NOT NULL AS cancel`,
  timeoutMs: beatMs,
};

export type Pulse = { eventLoopLagMs: number; load: number; diskFreeBytes: bigint | null };
export type Beats = { beats: Beat[]; removed: boolean; protocol: number | null };

/**
 * Prolongs the leases this worker holds and says which of them still stand. An execution that is not in the answer is no
 * longer this worker's: it kills the sandbox and writes nothing more.
 */
export async function heartbeat(
  ctx: Pick<HostCtx, "pool" | "hostId">,
  input: { leases: readonly Lease[]; pulse: Pulse },
): Promise<Beats> {
  const { eventLoopLagMs, load, diskFreeBytes } = input.pulse;
  const [host] = await rowsOf<{ removed: boolean; protocol: number | null }>(ctx.pool, seen, [
    ctx.hostId,
    Math.round(eventLoopLagMs),
    load,
    diskFreeBytes,
  ]);
  const about = { removed: host?.removed ?? true, protocol: host?.protocol ?? null };
  if (input.leases.length === 0) return { beats: [], ...about };
  const ids = input.leases.map((lease) => lease.executionId);
  const numbers = input.leases.map((lease) => lease.number);
  const rows = await rowsOf<{ id: string; cancel: boolean }>(ctx.pool, prolong, [ids, numbers, leaseMs]);
  return { beats: rows.map((row) => ({ executionId: row.id, cancelRequested: row.cancel })), ...about };
}
