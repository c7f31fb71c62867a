import { appendAudit } from "../audit/append.ts";
import type { Db } from "../db.ts";
import { totpPlace } from "../totp/secret.ts";
import { withTransaction } from "../transaction.ts";
import type { SecretKeys } from "./keys.ts";
import { openValue, sealValue } from "./seal.ts";

export type Rotated = {
  sealedAnew: number;
  already: number;
  failed: { name: string; orgId: string; why: string }[];
};

/**
 * Seals every secret with the newest key. A process that still holds only the older key keeps working until it is started
 * again, because each value names its key. Safe to stop and to repeat; a value that changes meanwhile is left as it is.
 */
export async function rotateSecrets(db: Db, keys: SecretKeys): Promise<Rotated> {
  const rows = await db.orgSecret.findMany({
    select: { id: true, orgId: true, name: true, keyId: true, sealed: true },
  });
  const done: Rotated = { sealedAnew: 0, already: 0, failed: [] };
  for (const row of rows) {
    if (row.keyId === keys.newest.id) {
      done.already += 1;
      continue;
    }
    const place = { orgId: row.orgId, name: row.name };
    try {
      const next = sealValue(keys, place, openValue(keys, place, row));
      const changed = await withTransaction(db, async (tx) => {
        const { count } = await tx.orgSecret.updateMany({
          where: { id: row.id, sealed: row.sealed },
          data: next,
        });
        await appendAudit(tx, { orgId: row.orgId, actor: { kind: "system", part: "maintenance" } }, [
          {
            type: "secret.rotated",
            payload: { name: row.name, fromKey: row.keyId, toKey: next.keyId, changed: count },
          },
        ]);
        return count;
      });
      done.sealedAnew += changed;
    } catch (error) {
      done.failed.push({ ...place, why: error instanceof Error ? error.message : String(error) });
    }
  }
  await rotateAuthenticators(db, keys, done);
  return done;
}

/** Secrets of authenticator apps belong to people, not to an org, so no chain tells of them. */
async function rotateAuthenticators(db: Db, keys: SecretKeys, done: Rotated): Promise<void> {
  for (const row of await db.userTotp.findMany({ select: { userId: true, keyId: true, sealed: true } })) {
    if (row.keyId === keys.newest.id) {
      done.already += 1;
      continue;
    }
    const place = totpPlace(row.userId);
    try {
      const { count } = await db.userTotp.updateMany({
        where: { userId: row.userId, sealed: row.sealed },
        data: sealValue(keys, place, openValue(keys, place, row)),
      });
      done.sealedAnew += count;
    } catch (error) {
      done.failed.push({ ...place, why: error instanceof Error ? error.message : String(error) });
    }
  }
}
