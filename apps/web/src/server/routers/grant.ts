import { revokeGrant } from "@gatehouse/services/grant/revoke";
import { z } from "zod";
import { id } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

export const grantRouter = router({
  revoke: orgProcedure.input(z.object({ grantId: id })).mutation(async ({ ctx, input }) => {
    await revokeGrant(ctx.verb, input.grantId);
    return { ok: true };
  }),
});
