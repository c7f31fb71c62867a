import { endLogin, startLogin } from "@gatehouse/services/login/start";
import { passkeyLogin, passkeyLoginOptions } from "@gatehouse/services/passkey/sign-in";
import {
  beginProviderSignIn,
  finishProviderCode,
  listProviders,
} from "@gatehouse/services/identity-provider/sign-in";
import { z } from "zod";
import { webEnv } from "../../env.ts";
import { safeNext } from "../../features/entry/safe-next.ts";
import {
  clearedLoginCookie,
  clearedProviderCookie,
  knowsAccount,
  providerCookie,
  providerTokenOf,
} from "../cookie.ts";
import { providerRedirectUri } from "../provider-callback.ts";
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
  /** Where else one may sign in. */
  providers: publicProcedure.query(({ ctx }) => listProviders(ctx.verb)),
  beginProvider: publicProcedure
    .input(z.object({ id: z.uuid(), next: z.string().max(2_000).optional() }))
    .mutation(async ({ ctx, input }) => {
      const of = { providerId: input.id, redirectUri: providerRedirectUri(), next: safeNext(input.next) };
      const { url, browserToken } = await beginProviderSignIn(ctx.verb, of);
      ctx.resHeaders.append("set-cookie", providerCookie(webEnv(), browserToken));
      return { url };
    }),
  finishProvider: publicProcedure
    .input(z.object({ code: z.string().max(40) }))
    .mutation(async ({ ctx, input }) => {
      const browserToken = providerTokenOf(webEnv(), ctx.headers.get("cookie"));
      const { login, email, next } = await finishProviderCode(ctx.verb, { browserToken, code: input.code });
      ctx.resHeaders.append("set-cookie", clearedProviderCookie(webEnv()));
      await keepLogin(ctx, login, email);
      return { next };
    }),
  end: publicProcedure.mutation(async ({ ctx }) => {
    if (ctx.person !== null) {
      await endLogin(ctx.verb, { id: ctx.person.loginId, email: ctx.person.user.email });
    }
    ctx.resHeaders.append("set-cookie", clearedLoginCookie(webEnv()));
    return { ok: true };
  }),
});
