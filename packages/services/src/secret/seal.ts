import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Defect } from "@gatehouse/core/errors";
import type { SecretKeys } from "./keys.ts";

/**
 * AES-256-GCM. What a value belongs to is bound to it: a sealed value copied to another org or another name does not open.
 * Proof: test/integration/services/secret.test.ts.
 */
export type SealedValue = { keyId: string; sealed: Uint8Array<ArrayBuffer> };
export type SecretPlace = { orgId: string; name: string };

const nonceBytes = 12;
const tagBytes = 16;

export function sealValue(keys: SecretKeys, place: SecretPlace, value: string): SealedValue {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keys.newest.bytes, nonce);
  cipher.setAAD(boundTo(keys.newest.id, place));
  const body = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
  return { keyId: keys.newest.id, sealed: new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body])) };
}

/** Throws a Defect where the key is not among ours or the value was changed. */
export function openValue(
  keys: SecretKeys,
  place: SecretPlace,
  { keyId, sealed }: { keyId: string; sealed: Uint8Array },
): string {
  const key = keys.find(keyId);
  if (key === null)
    throw new Defect(
      `the secret ${place.name} was sealed with key ${keyId}, which SECRET_KEYS does not hold`,
    );
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, nonceBytes));
  decipher.setAAD(boundTo(keyId, place));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
      "utf8",
    );
  } catch (cause) {
    throw new Defect(`the secret ${place.name} does not open: its bytes were changed`, { cause });
  }
}

function boundTo(keyId: string, { orgId, name }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([keyId, orgId, name]));
}
