import { completeSetup, setupNeeded } from "@gatehouse/services/setup/complete";
import { startLogin } from "@gatehouse/services/login/start";
import { z } from "zod";
import { email, line, password } from "../input.ts";
import { keepLogin } from "../sign-in.ts";
import { publicProcedure, router } from "../trpc.ts";

export const setupRouter = router({
  state: publicProcedure.query(async ({ ctx }) => ({ needed: await setupNeeded(ctx.verb) })),
  complete: publicProcedure
    .input(
      z.object({ token: z.string().min(1).max(200), orgName: line(80), name: line(80), email, password }),
    )
    .mutation(async ({ ctx, input }) => {
      const made = await completeSetup(ctx.verb, input);
      const started = await startLogin(ctx.verb, {
        email: input.email,
        password: input.password,
        known: true,
      });
      if ("login" in started) await keepLogin(ctx, started.login, input.email);
      return made;
    }),
});
