import { AppError } from "@gatehouse/core/errors";
import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type { PublicCtx } from "../context.ts";
import type { NewLogin } from "../login/create.ts";
import { beginLogin } from "../login/start.ts";
import { hit } from "../rate-limit/hit.ts";
import { keepChallenge, takeChallenge } from "./challenge.ts";
import type { Assertion, Site } from "./site.ts";
import { verifyAssertion } from "./verify.ts";

/** Names no account: the browser offers whatever passkeys it has for this site. */
export async function passkeyLoginOptions(ctx: PublicCtx, site: Site) {
  await countAttempt(ctx);
  const options = await generateAuthenticationOptions({ rpID: site.host, userVerification: "required" });
  const { challenge } = options;
  const challengeId = await keepChallenge(ctx.db, {
    purpose: "sign_in",
    userId: null,
    challenge,
    now: ctx.now,
  });
  return { challengeId, options };
}

export async function passkeyLogin(
  ctx: PublicCtx,
  site: Site,
  input: { challengeId: string; response: Assertion },
): Promise<{ login: NewLogin; email: string }> {
  await countAttempt(ctx);
  const taken = await takeChallenge(ctx.db, {
    purpose: "sign_in",
    userId: null,
    id: input.challengeId,
    now: ctx.now,
  });
  const userId =
    taken === null
      ? null
      : await verifyAssertion(ctx, site, {
          response: input.response,
          challenge: taken.challenge,
          userId: null,
          now: ctx.now,
        });
  if (userId === null) throw new AppError("unauthenticated", "This passkey does not open an account here.");
  const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return { login: await beginLogin(ctx, { userId, method: "passkey" }), email };
}

async function countAttempt(ctx: PublicCtx): Promise<void> {
  const key = `login:passkey:${ctx.ip ?? "unknown"}`;
  await hit(ctx.db, { key, max: 120, windowMs: 15 * 60_000 }, ctx.now);
}
