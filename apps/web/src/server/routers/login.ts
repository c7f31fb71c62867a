import { endLogin, startLogin } from "@gatehouse/services/login/start";
import { z } from "zod";
import { webEnv } from "../../env.ts";
import { clearedLoginCookie } from "../cookie.ts";
import { signIn } from "../sign-in.ts";
import { publicProcedure, router } from "../trpc.ts";

export const loginRouter = router({
  start: publicProcedure
    .input(z.object({ email: z.string().max(200), password: z.string().max(200) }))
    .mutation(async ({ ctx, input }) => {
      await startLogin(ctx.verb, input, (credentials) => signIn(ctx, credentials));
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
