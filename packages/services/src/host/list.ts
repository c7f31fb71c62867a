import type { HostState } from "@gatehouse/core/host-state";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { type HostRow, hostColumns, stateOf } from "./state.ts";

export type HostView = {
  id: string;
  name: string;
  state: HostState;
  /** what an admin wants of it, whatever its worker does */
  intent: string;
  version: string;
  labels: string[];
  lastSeenAt: Date;
  /** start of its worker, when the self-test was made */
  startedAt: Date;
  eventLoopLagMs: number;
  load: number;
  diskFreeBytes: number | null;
  running: number;
  queued: number;
  capacity: number;
  sessions: number;
  probe: HostProbe;
};

/** The host's own report at boot: what it can hold, and what it cannot with the command that puts it right. */
export type HostProbe = {
  ok: boolean;
  checks: { name: string; ok: boolean; detail: string; fix?: string }[];
  bwrapVersion: string | null;
  architecture: string;
  limits: Record<string, string>;
  egress: boolean;
  /** absent in the report of an earlier release */
  strict?: boolean;
};

type Row = {
  id: string;
  name: string;
  version: string;
  labels: string[];
  last_seen_at: Date;
  started_at: Date;
  event_loop_lag_ms: number;
  load: number;
  disk_free_bytes: bigint | null;
  running: number;
  queued: number;
  capacity: number;
  sessions: number;
  probe: HostProbe;
  host: HostRow;
};

export async function listHosts(ctx: Ctx): Promise<HostView[]> {
  await requireRole(ctx, "host.read");
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT h.id::text, h.name, h.version, h.labels, h.last_seen_at, h.started_at, h.event_loop_lag_ms, h.load,
      h.disk_free_bytes, h.capacity, h.probe, ${hostColumns} AS host,
      (SELECT count(*)::int FROM execution e WHERE e.host_id = h.id AND e.state = 'running') AS running,
      (SELECT count(*)::int FROM execution e WHERE e.host_id = h.id AND e.state = 'queued') AS queued,
      (SELECT count(*)::int FROM session s WHERE s.host_id = h.id AND s.archived_at IS NULL) AS sessions
    FROM host h WHERE h.removed_at IS NULL ORDER BY h.name`;
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    state: stateOf(row.host),
    intent: row.host.intent,
    version: row.version,
    labels: row.labels,
    lastSeenAt: row.last_seen_at,
    startedAt: row.started_at,
    eventLoopLagMs: row.event_loop_lag_ms,
    load: row.load,
    diskFreeBytes: row.disk_free_bytes === null ? null : Number(row.disk_free_bytes),
    running: row.running,
    queued: row.queued,
    capacity: row.capacity,
    sessions: row.sessions,
    probe: row.probe,
  }));
}
