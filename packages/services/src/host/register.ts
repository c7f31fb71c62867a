import type { AuditEvent } from "@gatehouse/core/audit/event";
import { asId, type HostId } from "@gatehouse/core/ids";
import { appendAudit } from "../audit/append.ts";
import type { Db } from "../db.ts";
import { workerActor } from "../execution/host-ctx.ts";
import { newId } from "../new-id.ts";
import { withTransaction } from "../transaction.ts";
import type { HostProbe } from "./list.ts";

export type Registration = { name: string; version: string; capacity: number; probe: HostProbe };

/**
 * A worker at boot says what its host can do. The same name is the same host, so sessions find their files again. What a
 * worker of this host was running when it died is left to the reaper, which waits for the lease.
 */
export async function registerHost(db: Db, input: Registration): Promise<HostId> {
  return withTransaction(db, async (tx) => {
    const probe = JSON.parse(JSON.stringify(input.probe)) as HostProbe;
    const row = await tx.host.upsert({
      where: { name: input.name },
      create: {
        id: newId<string>(),
        name: input.name,
        version: input.version,
        capacity: input.capacity,
        probe,
        state: "ok",
      },
      update: {
        version: input.version,
        capacity: input.capacity,
        probe,
        state: "ok",
        lastSeenAt: new Date(),
      },
      select: { id: true },
    });
    const event: AuditEvent = {
      type: "host.registered",
      payload: {
        hostId: row.id,
        name: input.name,
        version: input.version,
        probe: probe as unknown as Record<string, string>,
      },
    };
    const orgs = await tx.org.findMany({ select: { id: true }, orderBy: { id: "asc" } });
    for (const org of orgs) await appendAudit(tx, { orgId: org.id, actor: workerActor }, [event]);
    return asId<HostId>(row.id);
  });
}
