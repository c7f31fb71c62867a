import type { PersonCtx } from "./person-ctx.ts";

export type Security = {
  hasPassword: boolean;
  totp: { since: Date; recoveryLeft: number } | null;
  passkeys: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  logins: {
    id: string;
    current: boolean;
    method: string;
    startedAt: Date;
    lastUsedAt: Date;
    ip: string | null;
    userAgent: string | null;
  }[];
};

/** What opens one's own account, and where it is open now. */
export async function readSecurity(ctx: PersonCtx): Promise<Security> {
  const { id } = ctx.person.user;
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id },
    include: {
      accounts: { where: { providerId: "credential", password: { not: null } }, select: { id: true } },
      totp: true,
      passkeys: { orderBy: { createdAt: "asc" } },
      logins: { where: { expiresAt: { gt: ctx.now } }, orderBy: { updatedAt: "desc" } },
    },
  });
  const since = user.totp?.confirmedAt ?? null;
  return {
    hasPassword: user.accounts.length > 0,
    totp: since === null ? null : { since, recoveryLeft: user.totp?.recovery.length ?? 0 },
    passkeys: user.passkeys.map(({ id: key, name, createdAt, lastUsedAt }) => ({
      id: key,
      name,
      createdAt,
      lastUsedAt,
    })),
    logins: user.logins.map((login) => ({
      id: login.id,
      current: login.id === ctx.person.loginId,
      method: login.method,
      startedAt: login.createdAt,
      lastUsedAt: login.updatedAt,
      ip: login.ipAddress,
      userAgent: login.userAgent,
    })),
  };
}
