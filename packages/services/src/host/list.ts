import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { hostState } from "./state.ts";

export type HostView = {
  id: string;
  name: string;
  state: string;
  version: string;
  lastSeenAt: Date;
  eventLoopLagMs: number;
  running: number;
  queued: number;
  capacity: number;
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
};

export async function listHosts(ctx: Ctx): Promise<HostView[]> {
  await requireRole(ctx, "host.read");
  const [hosts, counts] = await Promise.all([
    ctx.db.host.findMany({ orderBy: { name: "asc" } }),
    ctx.db.execution.groupBy({
      by: ["hostId", "state"],
      where: { state: { not: "finished" } },
      _count: true,
    }),
  ]);
  const count = (hostId: string, state: string): number =>
    counts.find((row) => row.hostId === hostId && row.state === state)?._count ?? 0;
  return hosts.map((host) => ({
    id: host.id,
    name: host.name,
    state: hostState(host, ctx.now),
    version: host.version,
    lastSeenAt: host.lastSeenAt,
    eventLoopLagMs: host.eventLoopLagMs,
    running: count(host.id, "running"),
    queued: count(host.id, "queued"),
    capacity: host.capacity,
    probe: host.probe as HostProbe,
  }));
}
