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

/** For the environment of a command, and to mask what it prints. */
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
