import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/**
 * The installation's secret keys on their way to a host that joins: sealed with the join token, of which the database has
 * only the hash. A host therefore needs no more than the two addresses and its token.
 */
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (token: string): Buffer =>
  createHash("sha256").update(`gatehouse join keys 1\n${token}`).digest();

export function sealKeys(token: string, keys: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(token), nonce);
  const body = Buffer.concat([cipher.update(keys, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body]));
}

export function openKeys(token: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(token), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const body = bytes.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}
