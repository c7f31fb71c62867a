import type { Actor } from "@gatehouse/core/actor";
import type { AuditEvent } from "@gatehouse/core/audit/event";
import { appendAudit } from "../audit/append.ts";
import type { Tx } from "../db.ts";

/**
 * A host serves every org of the installation, so each has what happens to one in its own chain. Who did it is named where
 * they are a member; to the others it was the installation.
 */
export async function appendForAllAudited(
  tx: Tx,
  by: { system: Actor; person?: { orgId: string; actor: Actor } },
  event: AuditEvent,
): Promise<void> {
  const orgs = await tx.org.findMany({ select: { id: true }, orderBy: { id: "asc" } });
  for (const { id } of orgs) {
    const actor = by.person?.orgId === id ? by.person.actor : by.system;
    await appendAudit(tx, { orgId: id, actor }, [event]);
  }
}
