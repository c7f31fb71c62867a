import type { AuditEvent } from "@gatehouse/core/audit/event";
import type { Tx } from "../db.ts";

/**
 * Asks the workers to end what runs on the given grants; in the transaction that ended them, after it did. Gives the audit
 * events. An execution that is about to start meanwhile waits for this transaction and then finds its grant gone.
 */
export async function stopDependents(
  tx: Tx,
  of: { grantIds: readonly string[]; memberId: string; now: Date; detail: string },
): Promise<AuditEvent[]> {
  if (of.grantIds.length === 0) return [];
  const rows = await tx.$queryRaw<{ id: string; session_id: string; tool_call_id: string; on: string[] }[]>`
    UPDATE execution SET cancel_requested_at = ${of.now}, cancel_requested_by = ${of.memberId}::uuid, cancel_detail = ${of.detail}
    WHERE state = 'running' AND cancel_requested_at IS NULL AND grant_ids && ${of.grantIds}::uuid[]
    RETURNING id, session_id, tool_call_id, grant_ids AS "on"`;
  return rows.map((row) => ({
    type: "execution.cancel_requested",
    sessionId: row.session_id,
    toolCallId: row.tool_call_id,
    executionId: row.id,
    payload: {
      before: "asked",
      cause: "grant_revoked",
      grantIds: row.on.filter((id) => of.grantIds.includes(id)),
    },
  }));
}
