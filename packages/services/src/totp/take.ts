import { AppError } from "@gatehouse/core/errors";
import { originOf } from "../access.ts";
import type { PublicCtx, Services } from "../context.ts";
import { recordAudited } from "../login/record.ts";
import { forgive, hit } from "../rate-limit/hit.ts";
import { withTransaction } from "../transaction.ts";
import { hashRecoveryCode, openTotpSecret, stepOfCode } from "./secret.ts";

type With = Pick<Services, "db" | "secretKeys"> & { now: Date };

/**
 * Takes a code: each is good once. The update succeeds only while the code's time step is newer than the last one taken, so
 * of two who bring the same code one is refused. Null: wrong, used, or no app is set up.
 */
export async function takeCode(
  ctx: With,
  of: { userId: string; code: string },
): Promise<"totp" | "recovery_code" | null> {
  const row = await ctx.db.userTotp.findUnique({ where: { userId: of.userId } });
  if (row === null || row.confirmedAt === null) return null;
  const code = of.code.replaceAll(/\s/g, "");
  const step = await stepOfCode(openTotpSecret(ctx.secretKeys, of.userId, row), code, ctx.now);
  if (step !== null) {
    const taken = await ctx.db.userTotp.updateMany({
      where: { userId: of.userId, lastStep: { lt: step } },
      data: { lastStep: step },
    });
    return taken.count === 1 ? "totp" : null;
  }
  const hash = hashRecoveryCode(code);
  const used = await ctx.db.$executeRaw`
    UPDATE user_totp SET recovery = array_remove(recovery, ${hash}) WHERE user_id = ${of.userId} AND ${hash} = ANY(recovery)`;
  return used === 1 ? "recovery_code" : null;
}

const windowMs = 15 * 60_000;

/** After the password: what is asked for ("code", "passkey"), what was taken, or null where the account has no second factor. */
export async function takeSecondFactor(
  ctx: PublicCtx,
  of: { userId: string; code: string | undefined },
): Promise<"code" | "passkey" | "totp" | "recovery_code" | null> {
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: of.userId },
    select: { totp: { select: { confirmedAt: true } }, _count: { select: { passkeys: true } } },
  });
  const hasTotp = user.totp !== null && user.totp.confirmedAt !== null;
  if (!hasTotp) return user._count.passkeys > 0 ? "passkey" : null;
  if (of.code === undefined || of.code === "") return "code";
  const key = `login:code:${of.userId}`;
  const attemptsLeft = await hit(ctx.db, { key, max: 5, windowMs }, ctx.now);
  const taken = await takeCode(ctx, { userId: of.userId, code: of.code });
  if (taken !== null) {
    await forgive(ctx.db, key);
    return taken;
  }
  await withTransaction(ctx.db, (tx) =>
    recordAudited(
      tx,
      { id: of.userId },
      { type: "login.failed", payload: { method: "totp", attemptsLeft, ...originOf(ctx) } },
    ),
  );
  throw new AppError("unauthenticated", "That code is wrong or was used already. Wait for the next one.", {
    details: { attemptsLeft },
  });
}
