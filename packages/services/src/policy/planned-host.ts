import type { PlannedHost } from "@gatehouse/core/policy/cases/sandbox-plan";
import { notFound } from "../access.ts";
import type { Db } from "../db.ts";
import type { HostProbe } from "../host/list.ts";

/** What a sandbox may count on by a host's own report; of no host in particular where none is named. */
export async function plannedHost(db: Db, hostId: string | undefined): Promise<PlannedHost> {
  const row = hostId === undefined ? null : await db.host.findUnique({ where: { id: hostId } });
  if (hostId !== undefined && row === null) throw notFound("host");
  const probe = (row?.probe ?? {}) as Partial<HostProbe>;
  return {
    name: row?.name ?? "any host",
    egress: row === null ? true : (probe.egress ?? false),
    strict: row === null ? true : (probe.strict ?? false),
    memoryByCgroup: (probe.limits?.["memory"] ?? "cgroup v2").startsWith("cgroup"),
  };
}
