import type { Db, Tx } from "../db.ts";
import type { SecretKeys } from "./keys.ts";
import { openValue } from "./seal.ts";
import { putSecret } from "./store.ts";

/** Secrets that a person gave in answer to a question: of one session, ended with it. */
export type SessionSecret = { name: string; value: string };

export function sessionSecretPrefix(sessionId: string): string {
  return `session/${sessionId}/`;
}

export async function putSessionSecrets(
  with_: { db: Tx; keys: SecretKeys },
  of: { orgId: string; sessionId: string; secrets: readonly SessionSecret[]; by: string; now: Date },
): Promise<void> {
  const { orgId, by, now } = of;
  for (const { name, value } of of.secrets)
    await putSecret(
      with_,
      { orgId, name: `${sessionSecretPrefix(of.sessionId)}${name}` },
      { value, by, now },
    );
}

/** As the database holds it; `sealed` is base64. */
export type SealedSessionSecret = { name: string; keyId: string; sealed: string };

/** The session secrets of a row that has org and session id, within a statement. */
export function sealedSecretsSql(row: string): string {
  return `(SELECT json_agg(json_build_object('name', x.name, 'keyId', x.key_id, 'sealed', encode(x.sealed, 'base64')) ORDER BY x.name)
    FROM org_secret x WHERE x.org_id = ${row}.org_id AND starts_with(x.name, 'session/' || ${row}.session_id || '/'))`;
}

/** For the environment of a command, and to mask what it prints. */
export function openSessionSecrets(
  keys: SecretKeys,
  of: { orgId: string; sessionId: string; secrets: readonly SealedSessionSecret[] },
): SessionSecret[] {
  const prefix = sessionSecretPrefix(of.sessionId);
  return of.secrets.map(({ name, keyId, sealed }) => ({
    name: name.slice(prefix.length),
    value: openValue(keys, { orgId: of.orgId, name }, { keyId, sealed: Buffer.from(sealed, "base64") }),
  }));
}

/** To mask what is told of a call. */
export async function sessionSecrets(
  db: Db,
  keys: SecretKeys,
  { orgId, sessionId }: { orgId: string; sessionId: string },
): Promise<SessionSecret[]> {
  const prefix = sessionSecretPrefix(sessionId);
  const rows = await db.orgSecret.findMany({
    where: { orgId, name: { startsWith: prefix } },
    select: { name: true, keyId: true, sealed: true },
    orderBy: { name: "asc" },
  });
  return rows.map((row) => ({
    name: row.name.slice(prefix.length),
    value: openValue(keys, { orgId, name: row.name }, row),
  }));
}
