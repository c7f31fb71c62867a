import { announceEndedLogins } from "./ended.ts";
import { AppError } from "@gatehouse/core/errors";
import { originOf } from "../access.ts";
import type { PublicCtx } from "../context.ts";
import { forgive, hit } from "../rate-limit/hit.ts";
import { takeSecondFactor } from "../totp/take.ts";
import { withTransaction } from "../transaction.ts";
import { countTry } from "./count-try.ts";
import { createLogin, type LoginMethod, type NewLogin } from "./create.ts";
import { normalEmail } from "./insert-user.ts";
import { checkPassword, refuseLocked } from "./password.ts";
import { recordAudited, recordSignIn } from "./record.ts";

export type StartInput = {
  email: string;
  password: string;
  /** of the authenticator app, or a recovery code */
  code?: string | undefined;
  /** this browser has signed in to this account before */
  known: boolean;
};
/** `need` is what is still asked for beside the password. */
export type Started = { login: NewLogin } | { need: "code" | "passkey" };

const windowMs = 15 * 60_000;
const wrong = "E-mail or password is wrong.";

/** Wrong password and unknown e-mail are told alike. What else is asked for is told only to whoever knows the password. */
export async function startLogin(ctx: PublicCtx, input: StartInput): Promise<Started> {
  const email = normalEmail(input.email);
  await hit(ctx.db, { key: `login:ip:${ctx.ip ?? "unknown"}`, max: 60, windowMs }, ctx.now);
  const counted = await countTry(ctx, { email, known: input.known });
  const person = await checkPassword(ctx, { email, password: input.password });
  if (person === null) {
    const payload = { method: "password", email, ...originOf(ctx) };
    await recordSignIn(ctx, email, { type: "login.failed", payload });
    throw new AppError("unauthenticated", wrong);
  }
  await refuseLocked(ctx, person);
  const second = await takeSecondFactor(ctx, { userId: person.userId, code: input.code });
  if (second === "code" || second === "passkey") return { need: second };
  for (const key of counted) await forgive(ctx.db, key);
  return { login: await beginLogin(ctx, { userId: person.userId, method: second ?? "password" }) };
}

/** The last step of every way to sign in; with an org the login opens that one alone. */
export async function beginLogin(
  ctx: PublicCtx,
  of: { userId: string; method: LoginMethod; orgId?: string },
): Promise<NewLogin> {
  await refuseLocked(ctx, of);
  return withTransaction(ctx.db, async (tx) => {
    const login = await createLogin(ctx, tx, of);
    await recordAudited(
      tx,
      { id: of.userId },
      {
        type: "login.succeeded",
        payload: { method: of.method, ...originOf(ctx) },
      },
    );
    return login;
  });
}

export async function endLogin(ctx: PublicCtx, login: { id: string; email: string }): Promise<void> {
  await ctx.db.login.deleteMany({ where: { id: login.id } });
  announceEndedLogins(ctx.announcer);
  await recordSignIn(ctx, login.email, { type: "login.ended", payload: originOf(ctx) });
}
