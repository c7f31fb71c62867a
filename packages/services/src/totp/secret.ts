import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import type { SecretKeys } from "../secret/keys.ts";
import { openValue, type SealedValue, sealValue } from "../secret/seal.ts";

const stepMs = 30_000;
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** What a user's sealed secret is bound to. */
export function totpPlace(userId: string): { orgId: string; name: string } {
  return { orgId: `user:${userId}`, name: "totp" };
}

export function newTotpSecret(keys: SecretKeys, userId: string): SealedValue & { secret: string } {
  const secret = randomBytes(20).toString("hex");
  return { secret, ...sealValue(keys, totpPlace(userId), secret) };
}

export function openTotpSecret(
  keys: SecretKeys,
  userId: string,
  row: { keyId: string; sealed: Uint8Array },
): string {
  return openValue(keys, totpPlace(userId), row);
}

/** `otpauth:` address of RFC 6238 with 6 digits and 30 seconds, for an app to scan. */
export function totpUrl(secret: string, email: string): string {
  return createOTP(secret).url("Gatehouse", email);
}

/** The time step whose code this is, one step early or late allowed for clocks that differ; null for a wrong code. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<bigint | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const otp = createOTP(secret);
  const current = Math.floor(now.getTime() / stepMs);
  let found: bigint | null = null;
  for (const step of [current - 1, current, current + 1]) {
    if (timingSafeEqual(Buffer.from(await otp.hotp(step)), Buffer.from(code))) found = BigInt(step);
  }
  return found;
}

/** Ten codes of 50 bits, each good once; only their hashes are kept. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: 10 }, () => {
    const letters = [...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join("");
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

export function hashRecoveryCode(code: string): string {
  return createHash("sha256")
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""))
    .digest("hex");
}
