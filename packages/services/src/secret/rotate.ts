import { appendAudit } from "../audit/append.ts";
import type { Db } from "../db.ts";
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
  return done;
}
