import { listOwnGrants } from "@gatehouse/services/grant/list";
import { revokeGrant } from "@gatehouse/services/grant/revoke";
import { shortenGrant } from "@gatehouse/services/grant/shorten";
import { z } from "zod";
import { id } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

export const grantRouter = router({
  list: orgProcedure
    .input(z.object({ everyone: z.boolean().default(false) }))
    .query(({ ctx, input }) => listOwnGrants(ctx.verb, input)),
  shorten: orgProcedure
    .input(z.object({ grantId: id, minutes: z.number().int().min(1).max(1440) }))
    .mutation(async ({ ctx, input }) => {
      await shortenGrant(ctx.verb, input);
      return { ok: true };
    }),
  revoke: orgProcedure.input(z.object({ grantId: id })).mutation(async ({ ctx, input }) => {
    await revokeGrant(ctx.verb, input.grantId);
    return { ok: true };
  }),
});
