import type { VersionAction } from "@gatehouse/core/contracts/files";
import type { Pool } from "../pool.ts";
import { rowOf, rowsOf } from "../pool.ts";

export type Version = {
  id: string;
  path: string;
  action: VersionAction;
  bytes: number;
  digest: string | null;
  mode: number | null;
  executionId: string;
  createdAt: Date;
};

type Row = {
  id: string;
  path: string;
  action: string;
  bytes: string;
  digest: string | null;
  mode: number | null;
  execution_id: string;
  created_at: Date;
};

const columns = "id, path, action, bytes, digest, mode, execution_id, created_at";
const list = {
  name: "file_version_list",
  text: `SELECT ${columns} FROM file_version WHERE session_id = $1::uuid AND path = $2::text
    ORDER BY created_at DESC, id DESC LIMIT 200`,
};
const one = {
  name: "file_version_one",
  text: `SELECT ${columns} FROM file_version WHERE session_id = $1::uuid AND path = $2::text AND id = $3::uuid`,
};

type Place = { sessionId: string; path: string };

/** Versions of one path in one session, newest first. */
export async function listVersions(pool: Pool, of: Place): Promise<Version[]> {
  return (await rowsOf<Row>(pool, list, [of.sessionId, of.path])).map(versionOf);
}

/** A version of exactly this path of this session, so that one id never opens another file. */
export async function getVersion(pool: Pool, of: Place & { id: string }): Promise<Version | null> {
  const row = await rowOf<Row>(pool, one, [of.sessionId, of.path, of.id]);
  return row === null ? null : versionOf(row);
}

function versionOf(row: Row): Version {
  return {
    id: row.id,
    path: row.path,
    action: row.action as VersionAction,
    bytes: Number(row.bytes),
    digest: row.digest,
    mode: row.mode,
    executionId: row.execution_id,
    createdAt: row.created_at,
  };
}
