import { AppError } from "@gatehouse/core/errors";
import { generateAuthenticationOptions } from "@simplewebauthn/server";
import { requirePerson } from "../access.ts";
import type { Ctx } from "../context.ts";
import { hit } from "../rate-limit/hit.ts";
import { keepChallenge } from "./challenge.ts";
import type { Site } from "./site.ts";

/** What the person's own passkeys are asked to sign, for exactly what `bound` names. */
export async function stepUpPasskeyOptions(ctx: Ctx, site: Site, bound: string) {
  requirePerson(ctx);
  const { userId } = ctx.member;
  await hit(ctx.db, { key: `step_up:options:${userId}`, max: 60, windowMs: 15 * 60_000 }, ctx.now);
  const keys = await ctx.db.passkey.findMany({ where: { userId }, select: { credentialId: true } });
  if (keys.length === 0)
    throw new AppError(
      "conflict",
      "You have no passkey. Add one on your profile page, or prove it otherwise.",
    );
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    userVerification: "required",
    allowCredentials: keys.map((key) => ({ id: key.credentialId })),
  });
  const { challenge } = options;
  const of = { purpose: "step_up" as const, userId, bound, challenge, now: ctx.now };
  return { challengeId: await keepChallenge(ctx.db, of), options };
}
