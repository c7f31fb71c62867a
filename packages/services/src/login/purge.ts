import type { Db } from "../db.ts";

const forgottenMs = 24 * 3_600_000;

/** Logins that are over and counts of attempts that no window holds any more. What they said stands in the audit chain. */
export async function purgeLogins(db: Db, now: Date): Promise<void> {
  await db.login.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.oidcSignIn.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.rateLimit.deleteMany({ where: { lastRequest: { lt: BigInt(now.getTime() - forgottenMs) } } });
}
