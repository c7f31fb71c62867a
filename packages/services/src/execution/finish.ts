/** The one end of an execution. Only the holder of the lease writes it; a fenced worker changes nothing. */
import type { AuditEvent, JsonValue } from "@gatehouse/core/audit/event";
import type { ToolResult } from "@gatehouse/core/contracts/tool-result";
import type { Outcome } from "@gatehouse/core/tool-call/status";
import { type FileRecord, fileColumns, fileSql } from "../file/record.ts";
import { type Observed, observedPayload, observedValues } from "./observed.ts";
import { auditSql, eventsText } from "../audit/append.ts";
import { type AppendedOutput, chunkSql, columnsOf } from "../output/append.ts";
import { rowOf, throughFault } from "../pool.ts";
import { storable } from "../storable.ts";
import type { HostCtx, Lease } from "./host-ctx.ts";

export type Finish = {
  lease: Lease;
  sessionId: string;
  toolCallId: string;
  outcome: Outcome;
  detail: string | null;
  exitCode: number | null;
  signal: string | null;
  outputCapped: boolean;
  outputDigest: string;
  advice: string | null;
  usage: Record<string, JsonValue>;
  sandboxArgs: readonly string[] | null;
  /** what was read from the command and not yet written */
  tail: readonly AppendedOutput[];
  /** where the tail begins: how much was written before it; nothing when absent */
  tailAt?: number;
  trash?: readonly TrashRow[];
  result?: ToolResult;
  files?: FileRecord;
  observed?: Observed;
};

export type TrashRow = {
  id: string;
  originalPath: string;
  storedName: string;
  kind: string;
  bytes: number;
};

const finish = {
  name: "execution_finish",
  text: `WITH done AS (
      UPDATE execution SET state = 'finished', outcome = $3::text, finished_at = now(), outcome_detail = $4::text,
        exit_code = $5::int, signal = $6::text, output_capped = $7::boolean, output_digest = $8::text, advice = $9::text,
        usage = $10::jsonb, sandbox_args = $11::jsonb, output_bytes = output_bytes + $12::bigint, files_changed = $18::jsonb,
        programs = $24::jsonb, connections = $25::jsonb
      WHERE id = $1::uuid AND lease = $2::bigint AND state = 'running' AND output_bytes = $23::bigint
      RETURNING id, org_id, session_id, tool_call_id, host_id, output_bytes),
    call AS (UPDATE tool_call t SET status = 'finished' FROM done WHERE t.id = done.tool_call_id),
    written AS (${chunkSql("done", "$13", "$14")}),
    trashed AS (
      INSERT INTO trash_item (id, org_id, session_id, execution_id, host_id, original_path, stored_name, kind, bytes)
      SELECT (i->>'id')::uuid, done.org_id, done.session_id, done.id, done.host_id, i->>'originalPath', i->>'storedName',
        i->>'kind', (i->>'bytes')::bigint FROM done, jsonb_array_elements($15::jsonb) AS i),
    ${fileSql({ result: "$19", versions: "$20", changes: "$21", restored: "$22" })}
    SELECT ${auditSql({
      org: "done.org_id",
      actorKind: "'system'",
      member: "NULL::uuid",
      events:
        "$16::jsonb || jsonb_build_array(jsonb_set($17::jsonb, '{payload,outputBytes}', to_jsonb(done.output_bytes)))",
    })} AS audited FROM done`,
};

const finished = {
  name: "execution_finished",
  text: `SELECT 1 AS found FROM execution
    WHERE id = $1::uuid AND lease = $2::bigint AND state = 'finished' AND outcome = $3::text`,
};

/** With the bytes not yet written, the trash rows and the audit events: one statement. False: the lease is gone. */
export async function finishExecution(ctx: HostCtx, input: Finish): Promise<boolean> {
  const { lease } = input;
  const about = { sessionId: input.sessionId, toolCallId: input.toolCallId, executionId: lease.executionId };
  const { total, lengths, bytes } = columnsOf(input.tail);
  const trash = input.trash ?? [];
  const event: AuditEvent = {
    type: "execution.finished",
    ...about,
    payload: {
      hostId: ctx.hostId,
      outcome: input.outcome,
      detail: input.detail,
      exitCode: input.exitCode,
      signal: input.signal,
      outputBytes: 0,
      outputCapped: input.outputCapped,
      outputDigest: input.outputDigest,
      usage: input.usage,
      sandboxArgs: input.sandboxArgs,
      ...fileColumns.payload(input.files),
      ...observedPayload(input.observed),
    },
  };
  const values = [
    lease.executionId,
    lease.number,
    input.outcome,
    input.detail === null ? null : storable(input.detail),
    input.exitCode,
    input.signal,
    input.outputCapped,
    input.outputDigest,
    input.advice === null ? null : storable(input.advice),
    JSON.stringify(input.usage),
    JSON.stringify(input.sandboxArgs),
    total,
    lengths,
    bytes,
    JSON.stringify(trash.map((item) => ({ ...item, originalPath: storable(item.originalPath) }))),
    eventsText([
      ...trash.map((item) => trashEvent(about, item)),
      ...(input.files?.restored ?? []).map(
        (trashItemId): AuditEvent => ({ type: "trash.restored", ...about, payload: { trashItemId } }),
      ),
    ]),
    eventsText([event]).slice(1, -1),
    ...fileColumns.values(input),
    input.tailAt ?? 0,
    ...observedValues(input.observed),
  ];
  return throughFault(async (again) => {
    if ((await rowOf(ctx.pool, finish, values)) !== null) return true;
    return (
      again && (await rowOf(ctx.pool, finished, [lease.executionId, lease.number, input.outcome])) !== null
    );
  });
}

function trashEvent(
  about: Pick<AuditEvent, "sessionId" | "toolCallId" | "executionId">,
  item: TrashRow,
): AuditEvent {
  const { id, originalPath, kind, bytes } = item;
  return { type: "trash.moved", ...about, payload: { trashItemId: id, originalPath, kind, bytes } };
}
