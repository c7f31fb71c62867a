import type { AuditEventType } from "@gatehouse/core/audit/event";
import { AppError } from "@gatehouse/core/errors";
import type { HostIntent } from "@gatehouse/core/host-state";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { maintenanceActor } from "../execution/host-ctx.ts";
import { withTransaction } from "../transaction.ts";
import { appendForAllAudited } from "./for-all-audited.ts";

const events: Record<HostIntent, AuditEventType> = {
  ok: "host.uncordoned",
  cordoned: "host.cordoned",
  draining: "host.drained",
};

/**
 * Cordoned: no new sessions. Draining: nothing new is taken at all; what runs goes on to its end, what waits keeps waiting
 * until the host takes work again or somebody cancels it. Ok: both again.
 */
export async function setHostIntent(ctx: Ctx, input: { id: string; intent: HostIntent }): Promise<void> {
  await requireRole(ctx, "host.manage");
  await withTransaction(ctx.db, async (tx) => {
    const host = await tx.host.findFirst({ where: { id: input.id, removedAt: null } });
    if (host === null) throw notFound("host");
    if (host.state === input.intent) return;
    await tx.host.update({ where: { id: host.id }, data: { state: input.intent } });
    const payload = { hostId: host.id, name: host.name, before: host.state, ...originOf(ctx) };
    await appendForAllAudited(
      tx,
      { system: maintenanceActor, person: auditActor(ctx) },
      { type: events[input.intent], payload },
    );
  });
}

export async function setHostLabels(ctx: Ctx, input: { id: string; labels: string[] }): Promise<void> {
  await requireRole(ctx, "host.manage");
  const labels = [...new Set(input.labels)].sort();
  await withTransaction(ctx.db, async (tx) => {
    const host = await tx.host.findFirst({ where: { id: input.id, removedAt: null } });
    if (host === null) throw notFound("host");
    await tx.host.update({ where: { id: host.id }, data: { labels } });
    const payload = { hostId: host.id, name: host.name, before: host.labels, labels, ...originOf(ctx) };
    await appendForAllAudited(
      tx,
      { system: maintenanceActor, person: auditActor(ctx) },
      { type: "host.labelled", payload },
    );
  });
}

/** A session on a host that was removed is for reading only: its files are gone. */
export function hostRemoved(hostName: string): AppError {
  return new AppError(
    "conflict",
    `The host of this session was removed (${hostName}), and its files with it. Make a new session.`,
  );
}
