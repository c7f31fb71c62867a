import { AppError } from "@gatehouse/core/errors";
import { notFound, originOf } from "../access.ts";
import { announceEndedLogins } from "../login/ended.ts";
import { recordAudited } from "../login/record.ts";
import { forgive, hit } from "../rate-limit/hit.ts";
import { withTransaction } from "../transaction.ts";
import { recordFailedProof } from "./fresh-proof.ts";
import type { PersonCtx } from "./person-ctx.ts";

export async function renamePerson(ctx: PersonCtx, name: string): Promise<void> {
  const { id, name: before } = ctx.person.user;
  await withTransaction(ctx.db, async (tx) => {
    await tx.user.update({ where: { id }, data: { name } });
    const payload = { from: before, to: name, ...originOf(ctx) };
    await recordAudited(tx, { id }, { type: "member.renamed", payload });
  });
}

/** With the old password; every other login of the person ends. */
export async function changePassword(
  ctx: PersonCtx,
  input: { current: string; next: string },
): Promise<{ ended: number }> {
  const { id } = ctx.person.user;
  const key = `proof:${id}`;
  const attemptsLeft = await hit(ctx.db, { key, max: 5, windowMs: 15 * 60_000 }, ctx.now);
  const account = await ctx.db.account.findFirst({
    where: { userId: id, providerId: "credential" },
    select: { id: true, password: true },
  });
  const before = account?.password ?? null;
  if (account === null || before === null)
    throw new AppError("conflict", "This account has no password; it signs in at your identity provider.");
  if (!(await ctx.passwords.verify(before, input.current))) {
    await recordFailedProof(ctx, { method: "password", attemptsLeft });
    throw new AppError("unauthenticated", "That is not your password.", { details: { attemptsLeft } });
  }
  const password = await ctx.passwords.hash(input.next);
  const ended = await withTransaction(ctx.db, async (tx) => {
    const changed = await tx.account.updateMany({
      where: { id: account.id, password: before },
      data: { password, updatedAt: ctx.now },
    });
    if (changed.count === 0) throw new AppError("conflict", "The password was changed meanwhile.");
    const others = await tx.login.deleteMany({ where: { userId: id, id: { not: ctx.person.loginId } } });
    const payload = { endedLogins: others.count, ...originOf(ctx) };
    await recordAudited(tx, { id }, { type: "password.changed", payload });
    return others.count;
  });
  await forgive(ctx.db, key);
  announceEndedLogins(ctx.announcer);
  return { ended };
}

/** One login of one's own, or every other one. */
export async function endOwnLogins(ctx: PersonCtx, which: { id: string } | "others"): Promise<number> {
  const userId = ctx.person.user.id;
  const ended = await withTransaction(ctx.db, async (tx) => {
    const { count } = await tx.login.deleteMany({
      where: { userId, id: which === "others" ? { not: ctx.person.loginId } : which.id },
    });
    if (count === 0 && which !== "others") throw notFound("login");
    if (count === 0) return 0;
    const payload = { logins: count, ...originOf(ctx) };
    await recordAudited(tx, { id: userId }, { type: "login.ended", payload });
    return count;
  });
  announceEndedLogins(ctx.announcer);
  return ended;
}
