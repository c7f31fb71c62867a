import { hostIntents, isHostLabel, mostLabels } from "@gatehouse/core/host-state";
import { setHostIntent, setHostLabels } from "@gatehouse/services/host/change";
import { createJoinToken, listJoinTokens, revokeJoinToken } from "@gatehouse/services/host/join-token";
import { listHosts } from "@gatehouse/services/host/list";
import { listQueue } from "@gatehouse/services/host/queue";
import { hostLosses, removeHost } from "@gatehouse/services/host/remove";
import { z } from "zod";
import { id } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

export const hostLabels = z
  .array(
    z
      .string()
      .refine(
        isHostLabel,
        "a label is up to 63 small letters, digits and . _ = / -, such as gpu or region=eu",
      ),
  )
  .max(mostLabels);

export const hostRouter = router({
  list: orgProcedure.query(({ ctx }) => listHosts(ctx.verb)),
  queue: orgProcedure.query(({ ctx }) => listQueue(ctx.verb)),
  setIntent: orgProcedure
    .input(z.object({ id, intent: z.enum(hostIntents) }))
    .mutation(async ({ ctx, input }) => {
      await setHostIntent(ctx.verb, input);
      return { ok: true };
    }),
  setLabels: orgProcedure.input(z.object({ id, labels: hostLabels })).mutation(async ({ ctx, input }) => {
    await setHostLabels(ctx.verb, input);
    return { ok: true };
  }),
  losses: orgProcedure.input(z.object({ id })).query(({ ctx, input }) => hostLosses(ctx.verb, input.id)),
  remove: orgProcedure
    .input(z.object({ id, lose: z.boolean() }))
    .mutation(({ ctx, input }) => removeHost(ctx.verb, input)),
  joinTokens: orgProcedure.query(({ ctx }) => listJoinTokens(ctx.verb)),
  createJoinToken: orgProcedure
    .input(z.object({ labels: hostLabels.default([]) }))
    .mutation(({ ctx, input }) => createJoinToken(ctx.verb, input)),
  revokeJoinToken: orgProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    await revokeJoinToken(ctx.verb, input.id);
    return { ok: true };
  }),
});
