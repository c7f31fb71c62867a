import { AppError } from "@gatehouse/core/errors";
import { originOf } from "../access.ts";
import { type FreshProof, requireFreshProof } from "../account/fresh-proof.ts";
import type { PersonCtx } from "../account/person-ctx.ts";
import { recordAudited } from "../login/record.ts";
import { hit } from "../rate-limit/hit.ts";
import { withTransaction } from "../transaction.ts";
import { newRecoveryCodes, newTotpSecret, openTotpSecret, stepOfCode, totpUrl } from "./secret.ts";

/** A new secret, told once; nothing is asked for at sign-in until a first code has proved that the app has it. */
export async function beginTotp(ctx: PersonCtx, proof: FreshProof): Promise<{ url: string; secret: string }> {
  await requireFreshProof(ctx, proof);
  const { id, email } = ctx.person.user;
  const { secret, ...sealed } = newTotpSecret(ctx.secretKeys, id);
  const begun = await ctx.db.$executeRaw`
    INSERT INTO user_totp (user_id, key_id, sealed, created_at) VALUES (${id}, ${sealed.keyId}, ${sealed.sealed}, ${ctx.now})
    ON CONFLICT (user_id) DO UPDATE SET key_id = excluded.key_id, sealed = excluded.sealed, created_at = excluded.created_at
    WHERE user_totp.confirmed_at IS NULL`;
  if (begun === 0)
    throw new AppError(
      "conflict",
      "An authenticator app is set up already. Remove it before adding another.",
    );
  const url = totpUrl(secret, email);
  return { url, secret: new URL(url).searchParams.get("secret") ?? "" };
}

/** The first code turns it on. The recovery codes are told here and never again. */
export async function confirmTotp(ctx: PersonCtx, code: string): Promise<{ recoveryCodes: string[] }> {
  const userId = ctx.person.user.id;
  await hit(ctx.db, { key: `totp:confirm:${userId}`, max: 10, windowMs: 15 * 60_000 }, ctx.now);
  const row = await ctx.db.userTotp.findUnique({ where: { userId } });
  if (row === null || row.confirmedAt !== null)
    throw new AppError("conflict", "Begin setting up the authenticator app first.");
  const secret = openTotpSecret(ctx.secretKeys, userId, row);
  const step = await stepOfCode(secret, code.replaceAll(/\s/g, ""), ctx.now);
  if (step === null)
    throw new AppError(
      "unauthenticated",
      "That code is wrong. Check the clock of your device and try again.",
    );
  const { codes, hashes } = newRecoveryCodes();
  await withTransaction(ctx.db, async (tx) => {
    const turnedOn = await tx.userTotp.updateMany({
      where: { userId, confirmedAt: null, keyId: row.keyId, sealed: row.sealed },
      data: { confirmedAt: ctx.now, lastStep: step, recovery: hashes },
    });
    if (turnedOn.count === 0) throw new AppError("conflict", "This changed meanwhile. Begin again.");
    await recordAudited(
      tx,
      { id: userId },
      { type: "second_factor.added", payload: { factor: "totp", ...originOf(ctx) } },
    );
  });
  return { recoveryCodes: codes };
}

export async function removeTotp(ctx: PersonCtx, proof: FreshProof): Promise<void> {
  const userId = ctx.person.user.id;
  await requireFreshProof(ctx, proof);
  await withTransaction(ctx.db, async (tx) => {
    const removed = await tx.userTotp.deleteMany({ where: { userId, confirmedAt: { not: null } } });
    if (removed.count === 0) throw new AppError("conflict", "No authenticator app is set up.");
    await recordAudited(
      tx,
      { id: userId },
      { type: "second_factor.removed", payload: { factor: "totp", ...originOf(ctx) } },
    );
  });
}
