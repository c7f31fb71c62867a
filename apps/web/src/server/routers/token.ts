import { tokenScopes } from "@gatehouse/core/token-scope";
import { createApiToken } from "@gatehouse/services/api-token/create";
import { listApiTokens } from "@gatehouse/services/api-token/list";
import { revokeApiToken } from "@gatehouse/services/api-token/revoke";
import { z } from "zod";
import { id, line } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

export const tokenRouter = router({
  create: orgProcedure
    .input(
      z.object({
        name: line(80),
        scopes: z.array(z.enum(tokenScopes)).min(1, "choose what the token may be used for"),
        days: z.number().int().min(1).max(366),
        sessionId: id.optional(),
      }),
    )
    .mutation(({ ctx, input }) => createApiToken(ctx.verb, input)),
  list: orgProcedure.query(({ ctx }) => listApiTokens(ctx.verb)),
  revoke: orgProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    await revokeApiToken(ctx.verb, input.id);
    return { ok: true };
  }),
});
