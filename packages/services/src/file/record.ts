/** What an execution leaves of files, as parts of the one statement that ends it. */
import type { JsonValue } from "@gatehouse/core/audit/event";
import type { FileChangeKind, FilesChanged, VersionAction } from "@gatehouse/core/contracts/files";
import type { ToolResult } from "@gatehouse/core/contracts/tool-result";
import { storable } from "../storable.ts";

export type VersionRow = {
  id: string;
  path: string;
  action: VersionAction;
  bytes: number;
  digest: string | null;
  mode: number | null;
};

export type ChangeRow = {
  id: string;
  path: string;
  change: FileChangeKind;
  bytesBefore: number | null;
  bytesAfter: number | null;
  diff: string | null;
};

export type FileRecord = {
  /** null: a tool that changes no files of a workspace */
  changed: FilesChanged | null;
  versions: readonly VersionRow[];
  changes: readonly ChangeRow[];
  /** ids of things that came back from the trash */
  restored: readonly string[];
};

/** How many changes stand in the audit event itself; the rest are rows. */
const audited = 200;

export function fileSql(at: { result: string; versions: string; changes: string; restored: string }): string {
  return `resulted AS (
      INSERT INTO execution_result (execution_id, org_id, body)
      SELECT id, org_id, ${at.result}::text FROM done WHERE ${at.result}::text IS NOT NULL),
    versioned AS (
      INSERT INTO file_version (id, org_id, session_id, execution_id, host_id, path, action, bytes, digest, mode, created_at)
      SELECT (i->>'id')::uuid, done.org_id, done.session_id, done.id, done.host_id, i->>'path', i->>'action',
        (i->>'bytes')::bigint, i->>'digest', (i->>'mode')::int, clock_timestamp()
      FROM done, jsonb_array_elements(${at.versions}::jsonb) AS i),
    changed AS (
      INSERT INTO file_change (id, org_id, session_id, execution_id, path, change, bytes_before, bytes_after, diff)
      SELECT (i->>'id')::uuid, done.org_id, done.session_id, done.id, i->>'path', i->>'change',
        (i->>'bytesBefore')::bigint, (i->>'bytesAfter')::bigint, i->>'diff'
      FROM done, jsonb_array_elements(${at.changes}::jsonb) AS i),
    restored AS (
      UPDATE trash_item t SET restored_at = now(), restored_by = (SELECT member_id FROM tool_call WHERE id = done.tool_call_id)
      FROM done WHERE t.session_id = done.session_id AND t.id = ANY(${at.restored}::uuid[])
        AND t.emptied_at IS NULL)`;
}

export const fileColumns = {
  values(input: { result?: ToolResult; files?: FileRecord }): unknown[] {
    const { files } = input;
    return [
      files?.changed == null ? null : JSON.stringify(files.changed),
      input.result === undefined ? null : storable(JSON.stringify(input.result)),
      rows(files?.versions ?? []),
      rows(files?.changes ?? []),
      [...(files?.restored ?? [])],
    ];
  },
  payload(files: FileRecord | undefined): Record<string, JsonValue> {
    if (files?.changed == null) return {};
    const changes = files.changes.slice(0, audited).map(({ path, change, bytesBefore, bytesAfter }) => ({
      path,
      change,
      bytesBefore,
      bytesAfter,
    }));
    return { filesChanged: files.changed, changes };
  },
};

function rows(items: readonly (VersionRow | ChangeRow)[]): string {
  return JSON.stringify(items, (_key, value: unknown) =>
    typeof value === "string" ? storable(value) : value,
  );
}
