import { AppError } from "@gatehouse/core/errors";
import { originOf } from "../access.ts";
import { recordAudited } from "../login/record.ts";
import { forgive, hit } from "../rate-limit/hit.ts";
import { takeCode } from "../totp/take.ts";
import { withTransaction } from "../transaction.ts";
import type { PersonCtx } from "./person-ctx.ts";

export type FreshProof = { password?: string | undefined; code?: string | undefined };

const windowMs = 15 * 60_000;
const recentMs = 10 * 60_000;

/**
 * Proves again that it is the person, before what opens the account changes: a code where an app is set up, else the
 * password. An account with neither has to have signed in within the last ten minutes, and not at the identity provider of
 * one of several orgs, whose word counts in that org alone.
 */
export async function requireFreshProof(ctx: PersonCtx, proof: FreshProof): Promise<void> {
  const { user } = ctx.person;
  const [totp, account] = await Promise.all([
    ctx.db.userTotp.count({ where: { userId: user.id, confirmedAt: { not: null } } }),
    ctx.db.account.findFirst({
      where: { userId: user.id, providerId: "credential" },
      select: { password: true },
    }),
  ]);
  const hash = account?.password ?? null;
  if (totp === 0 && hash === null) {
    const { onlyOrg, startedAt } = ctx.person;
    const elsewhere =
      onlyOrg === null
        ? 0
        : await ctx.db.member.count({ where: { userId: user.id, orgId: { not: onlyOrg } } });
    if (elsewhere > 0)
      throw new AppError(
        "forbidden",
        "You belong to another org too. Sign in there to change what opens your account.",
      );
    if (ctx.now.getTime() - startedAt.getTime() < recentMs) return;
    throw new AppError("step_up_required", "Sign out, sign in again, and do this within ten minutes.");
  }
  const asks = totp > 0 ? "a code of your authenticator app" : "your password";
  const given = totp > 0 ? proof.code : proof.password;
  if (given === undefined || given === "")
    throw new AppError("step_up_required", `Prove that it is you: enter ${asks}.`);
  const key = `proof:${user.id}`;
  const attemptsLeft = await hit(ctx.db, { key, max: 5, windowMs }, ctx.now);
  const right =
    totp > 0
      ? (await takeCode(ctx, { userId: user.id, code: given })) !== null
      : await ctx.passwords.verify(hash ?? "", given);
  if (!right) {
    await recordFailedProof(ctx, { method: totp > 0 ? "totp" : "password", attemptsLeft });
    const message =
      totp > 0
        ? "That code is wrong or was used already. Wait for the next one."
        : "That is not your password.";
    throw new AppError("unauthenticated", message, { details: { attemptsLeft } });
  }
  await forgive(ctx.db, key);
}

/** A wrong proof before a change of one's own account, in the chain of each of the person's orgs. */
export async function recordFailedProof(
  ctx: PersonCtx,
  of: { method: "totp" | "password"; attemptsLeft: number },
): Promise<void> {
  const payload = { ...of, about: "account", ...originOf(ctx) };
  const { id } = ctx.person.user;
  await withTransaction(ctx.db, (tx) => recordAudited(tx, { id }, { type: "step_up.failed", payload }));
}
