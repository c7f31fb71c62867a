import type { Db } from "../db.ts";
import { newToken } from "../token.ts";

const validMs = 24 * 3_600_000;

/** A fresh one-time link for making the first org; earlier ones end. Null once an org exists. */
export async function createSetupLink(db: Db, now: Date): Promise<string | null> {
  if ((await db.org.count()) > 0) return null;
  const { token, hash } = newToken();
  await db.$transaction([
    db.setupLink.deleteMany({ where: { usedAt: null } }),
    db.setupLink.createMany({
      data: [{ tokenHash: hash, createdAt: now, expiresAt: new Date(now.getTime() + validMs) }],
    }),
  ]);
  return token;
}
