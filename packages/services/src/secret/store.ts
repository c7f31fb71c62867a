import type { Db, Tx } from "../db.ts";
import { newId } from "../new-id.ts";
import type { SecretKeys } from "./keys.ts";
import { openValue, type SecretPlace, sealValue } from "./seal.ts";

type With = { db: Db | Tx; keys: SecretKeys };

/** Makes or replaces a secret, inside the transaction of the verb that audits it. */
export async function putSecret(
  { db, keys }: With,
  place: SecretPlace,
  of: { value: string; by: string | null; now: Date },
): Promise<void> {
  const value = { ...sealValue(keys, place, of.value), changedAt: of.now, changedBy: of.by };
  await db.orgSecret.upsert({
    where: { orgId_name: place },
    create: { id: newId<string>(), ...place, createdAt: of.now, ...value },
    update: value,
  });
}

/** Null where there is none. For what uses the value; no answer to a browser ever holds it. */
export async function readSecret({ db, keys }: With, place: SecretPlace): Promise<string | null> {
  const row = await db.orgSecret.findUnique({
    where: { orgId_name: place },
    select: { keyId: true, sealed: true },
  });
  return row === null ? null : openValue(keys, place, row);
}

export async function removeSecret(db: Db | Tx, place: SecretPlace): Promise<boolean> {
  return (await db.orgSecret.deleteMany({ where: place })).count === 1;
}
