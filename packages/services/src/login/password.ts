import { AppError } from "@gatehouse/core/errors";
import type { Services } from "../context.ts";

type With = Pick<Services, "db" | "passwords">;

let nobodysHash: Promise<string> | null = null;

/** Null where the e-mail or the password is wrong; both take as long, so that time tells nobody which accounts there are. */
export async function checkPassword(
  ctx: With,
  input: { email: string; password: string },
): Promise<{ userId: string } | null> {
  const account = await ctx.db.account.findFirst({
    where: { providerId: "credential", user: { email: input.email } },
    select: { userId: true, password: true },
  });
  const hash = account?.password ?? null;
  if (account === null || hash === null) {
    nobodysHash ??= ctx.passwords.hash("nobody has this password");
    await ctx.passwords.verify(await nobodysHash, input.password);
    return null;
  }
  return (await ctx.passwords.verify(hash, input.password)) ? { userId: account.userId } : null;
}

/** A person whose every membership, or the one in this org, is locked; told only to whoever has proved that it is their account. */
export async function refuseLocked(
  ctx: Pick<Services, "db">,
  of: { userId: string; orgId?: string },
): Promise<void> {
  const where = { userId: of.userId, ...(of.orgId === undefined ? {} : { orgId: of.orgId }) };
  const members = await ctx.db.member.findMany({ where, select: { lockedAt: true } });
  if (members.length === 0 || members.some((member) => member.lockedAt === null)) return;
  throw new AppError("forbidden", "Your account is locked. An admin of your org can unlock it.");
}
