import { heartbeat, type Pulse } from "@gatehouse/services/execution/heartbeat";
import type { HostCtx, Lease } from "@gatehouse/services/execution/host-ctx";
import { heartbeatMs, leaseMs } from "@gatehouse/services/execution/timings";
import type { Announcement, Listener } from "@gatehouse/services/listen";

/**
 * The leases this worker holds, prolonged together. When the database does not confirm one in time by our own clock, it
 * counts as lost here before anybody else can call it lost: its sandbox is killed and nothing more is written.
 */
export type HeldLease = {
  lease: Lease;
  /** aborts when a person cancelled */
  cancelled: AbortSignal;
  /** aborts when this worker is being stopped and has waited long enough */
  stopped: AbortSignal;
  /** aborts when the lease is gone */
  lost: AbortSignal;
  release(): void;
};

export type Leases = {
  /** `at`: when the claim was asked for, by performance.now */
  hold(lease: Lease, at: number): HeldLease;
  count(): number;
  /** ends what still runs, as stopped with this worker */
  stopAll(): void;
  /** since the database last confirmed anything */
  silentMs(): number;
  close(): Promise<void>;
};

/** What the database says of this host while its worker runs. */
export type Standing = { removed: boolean; protocol: number | null };

type Entry = { lease: Lease; cancel: AbortController; lose: AbortController; confirmedAt: number };

export const stoppedWithWorker = "its worker is being stopped";

/** less than the lease: a kill needs its time, too */
const giveUpMs = leaseMs - 1_500;

export function keepLeases(
  ctx: HostCtx,
  of: { listener: Listener; pulse: () => Pulse; stands: (standing: Standing) => void },
): Leases {
  const { listener, pulse, stands } = of;
  const entries = new Map<string, Entry>();
  const stop = new AbortController();
  let closed = false;
  let confirmedAt = performance.now();
  const loop = setInterval(() => void beat(), heartbeatMs);
  const stopListening = listener.subscribe((change: Announcement) => {
    if (change.cancelRequested === true && change.executionId !== undefined) {
      entries.get(change.executionId)?.cancel.abort("cancelled by a person");
    }
  });
  let beating: Promise<void> | null = null;

  async function beat(): Promise<void> {
    giveUpOverdue();
    if (beating !== null) return;
    beating = renew().finally(() => {
      beating = null;
    });
    await beating;
  }
  async function renew(): Promise<void> {
    const asked = [...entries.values()];
    const at = performance.now();
    try {
      const { beats, ...host } = await heartbeat(ctx, {
        leases: asked.map((entry) => entry.lease),
        pulse: pulse(),
      });
      confirmedAt = at;
      stands(host);
      const standing = new Map(beats.map((one) => [one.executionId, one]));
      for (const entry of asked) {
        const found = standing.get(entry.lease.executionId);
        if (found === undefined) {
          if (entries.has(entry.lease.executionId)) entry.lose.abort("the lease is gone");
        } else {
          entry.confirmedAt = at;
          if (found.cancelRequested) entry.cancel.abort("cancelled by a person");
        }
      }
    } catch (error) {
      if (!closed) ctx.log.warn({ error: String(error) }, "the heartbeat did not reach the database");
    }
  }
  function giveUpOverdue(): void {
    const now = performance.now();
    for (const entry of entries.values()) {
      if (now - entry.confirmedAt > giveUpMs)
        entry.lose.abort("the database did not confirm the lease in time");
    }
  }
  return {
    hold(lease, at) {
      const entry: Entry = {
        lease,
        cancel: new AbortController(),
        lose: new AbortController(),
        confirmedAt: at,
      };
      entries.set(lease.executionId, entry);
      return {
        lease,
        cancelled: entry.cancel.signal,
        stopped: stop.signal,
        lost: entry.lose.signal,
        release: () => {
          entries.delete(lease.executionId);
        },
      };
    },
    count: () => entries.size,
    stopAll: () => stop.abort(stoppedWithWorker),
    silentMs: () => performance.now() - confirmedAt,
    async close() {
      closed = true;
      clearInterval(loop);
      stopListening();
      await beating;
    },
  };
}
