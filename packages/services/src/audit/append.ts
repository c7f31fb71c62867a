/**
 * The only writer of the audit chain. It takes a transaction, so an event exists exactly when what it describes does.
 * The database function append_audit gives the sequence number, links the hashes and locks the org's chain until commit.
 */
import type { Actor } from "@gatehouse/core/actor";
import type { AuditEvent } from "@gatehouse/core/audit/event";
import type { Tx } from "../db.ts";
import { storable } from "../storable.ts";

export type AuditActor = { orgId: string; actor: Actor };

export function memberOf(actor: Actor): string | null {
  if (actor.kind === "person") return actor.memberId;
  return actor.kind === "agent" ? actor.onBehalfOf : null;
}

/** Events in their order, one round trip. Call it last in a transaction: from here on the org's other writers wait. */
export async function appendAudit(tx: Tx, by: AuditActor, events: readonly AuditEvent[]): Promise<void> {
  const text = eventsText(events);
  await tx.$queryRaw`
    SELECT append_audit(${by.orgId}::uuid, e.value->>'type', ${by.actor.kind}, ${memberOf(by.actor)}::uuid,
      (e.value->>'sessionId')::uuid, (e.value->>'toolCallId')::uuid, (e.value->>'executionId')::uuid, e.value->'payload')
    FROM (SELECT value FROM jsonb_array_elements(${text}::jsonb) WITH ORDINALITY AS t(value, n) ORDER BY n) e`;
}

/** Events as the parameter of a statement. */
export function eventsText(events: readonly AuditEvent[]): string {
  return JSON.stringify(events.map(wellFormed));
}

/**
 * The same inside one statement: a scalar subquery over the events in a jsonb expression. It stands in the select list of
 * the row set that says what was changed, so that nothing is appended where nothing was.
 */
export function auditSql(by: { org: string; actorKind: string; member: string; events: string }): string {
  return `(SELECT count(append_audit(${by.org}, e.value->>'type', ${by.actorKind}, ${by.member},
    (e.value->>'sessionId')::uuid, (e.value->>'toolCallId')::uuid, (e.value->>'executionId')::uuid, e.value->'payload'))
    FROM (SELECT value FROM jsonb_array_elements(${by.events}) WITH ORDINALITY AS t(value, n) ORDER BY n) e)`;
}

/** jsonb holds neither NUL nor lone surrogates; text that must keep them travels as JSON text inside a string. */
function wellFormed(event: AuditEvent): AuditEvent {
  const text = JSON.stringify(event.payload, (_key, value: unknown) =>
    typeof value === "string" ? storable(value) : value,
  );
  return { ...event, payload: JSON.parse(text) as AuditEvent["payload"] };
}
