import { endLogin, startLogin } from "@gatehouse/services/login/start";
import { passkeyLogin, passkeyLoginOptions } from "@gatehouse/services/passkey/sign-in";
import { z } from "zod";
import { webEnv } from "../../env.ts";
import { clearedLoginCookie, knowsAccount } from "../cookie.ts";
import { assertion } from "../passkey-input.ts";
import { keepLogin } from "../sign-in.ts";
import { site } from "../site.ts";
import { publicProcedure, router } from "../trpc.ts";

const started = z.object({
  email: z.string().max(200),
  password: z.string().max(200),
  code: z.string().max(40).optional(),
});

export const loginRouter = router({
  start: publicProcedure.input(started).mutation(async ({ ctx, input }) => {
    const known = knowsAccount(webEnv(), ctx.headers.get("cookie"), input.email);
    const done = await startLogin(ctx.verb, { ...input, known });
    if ("need" in done) return { ok: false, need: done.need };
    await keepLogin(ctx, done.login, input.email);
    return { ok: true, need: null };
  }),
  passkeyOptions: publicProcedure.mutation(({ ctx }) => passkeyLoginOptions(ctx.verb, site())),
  passkey: publicProcedure
    .input(z.object({ challengeId: z.uuid(), response: assertion }))
    .mutation(async ({ ctx, input }) => {
      const { login, email } = await passkeyLogin(ctx.verb, site(), input);
      await keepLogin(ctx, login, email);
      return { ok: true };
    }),
  end: publicProcedure.mutation(async ({ ctx }) => {
    if (ctx.person !== null) {
      await endLogin(ctx.verb, { id: ctx.person.loginId, email: ctx.person.user.email });
    }
    ctx.resHeaders.append("set-cookie", clearedLoginCookie(webEnv()));
    return { ok: true };
  }),
});
