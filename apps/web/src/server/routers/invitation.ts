import { acceptInvitation } from "@gatehouse/services/invitation/accept";
import { createInvitation, revokeInvitation } from "@gatehouse/services/invitation/create";
import { getInvitation } from "@gatehouse/services/invitation/get";
import { listInvitations } from "@gatehouse/services/invitation/list";
import { beginLogin } from "@gatehouse/services/login/start";
import { z } from "zod";
import { webEnv } from "../../env.ts";
import { email, id, line, password, role } from "../input.ts";
import { keepLogin } from "../sign-in.ts";
import { orgProcedure, publicProcedure, router } from "../trpc.ts";

const token = z.string().min(1).max(200);

export const invitationRouter = router({
  create: orgProcedure.input(z.object({ email, role })).mutation(async ({ ctx, input }) => {
    const made = await createInvitation(ctx.verb, input);
    const url = `${webEnv().PUBLIC_URL}/invitation?token=${encodeURIComponent(made.token)}`;
    return { url, expiresAt: made.expiresAt };
  }),
  list: orgProcedure.query(({ ctx }) => listInvitations(ctx.verb)),
  revoke: orgProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    await revokeInvitation(ctx.verb, input.id);
    return { ok: true };
  }),
  get: publicProcedure
    .input(z.object({ token }))
    .query(({ ctx, input }) => getInvitation(ctx.verb, input.token)),
  accept: publicProcedure
    .input(z.object({ token, name: line(80), password }))
    .mutation(async ({ ctx, input }) => {
      const joined = await acceptInvitation(ctx.verb, input);
      const { orgSlug, userId, existing } = joined;
      if (existing) return { orgSlug, signedIn: false };
      const login = await beginLogin(ctx.verb, { userId, method: "password" });
      await keepLogin(ctx, login, joined.email);
      return { orgSlug, signedIn: true };
    }),
});
