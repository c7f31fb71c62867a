import { listNotifications } from "@gatehouse/services/notification/list";
import { readNotifications } from "@gatehouse/services/notification/read";
import { z } from "zod";
import { id } from "../input.ts";
import { watchNotifications } from "../notification-stream.ts";
import { withMappedErrors } from "../stream-errors.ts";
import { orgProcedure, router } from "../trpc.ts";

export const notificationRouter = router({
  list: orgProcedure.query(({ ctx }) => listNotifications(ctx.verb)),
  read: orgProcedure
    .input(z.object({ ids: z.union([z.literal("all"), z.array(id).max(200)]) }))
    .mutation(async ({ ctx, input }) => {
      await readNotifications(ctx.verb, input.ids);
      return { ok: true };
    }),
  watch: orgProcedure.subscription(({ ctx, signal }) => withMappedErrors(watchNotifications(ctx, signal))),
});
