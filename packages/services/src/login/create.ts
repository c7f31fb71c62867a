import { randomBytes } from "node:crypto";
import type { PublicCtx } from "../context.ts";
import type { Tx } from "../db.ts";
import { newId } from "../new-id.ts";

export type LoginMethod = "password" | "totp" | "recovery_code" | "passkey" | "oidc";
/** The token goes into a cookie and nowhere else. */
export type NewLogin = { token: string; seconds: number };

const defaultHours = 168;

/** A new login with a token of its own, as long as the strictest of the person's orgs lets one last. */
export async function createLogin(
  ctx: PublicCtx,
  tx: Tx,
  of: { userId: string; method: LoginMethod; orgId?: string },
): Promise<NewLogin> {
  const strictest = await tx.org.aggregate({
    where: { members: { some: { userId: of.userId, lockedAt: null } } },
    _min: { loginHours: true },
  });
  const seconds = (strictest._min.loginHours ?? defaultHours) * 3_600;
  const token = randomBytes(32).toString("base64url");
  await tx.login.createMany({
    data: [
      {
        id: newId<string>(),
        token,
        userId: of.userId,
        method: of.method,
        orgId: of.orgId ?? null,
        seconds,
        expiresAt: new Date(ctx.now.getTime() + seconds * 1_000),
        ipAddress: ctx.ip,
        userAgent: ctx.userAgent,
        updatedAt: ctx.now,
      },
    ],
  });
  await tx.user.update({ where: { id: of.userId }, data: { lastSeenAt: ctx.now } });
  return { token, seconds };
}
