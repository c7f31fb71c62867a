import { emptyTrash } from "@gatehouse/services/trash/empty";
import { listTrash } from "@gatehouse/services/trash/list";
import { z } from "zod";
import { id } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

/** What is in the trash of a session. Bringing something back is a tool call: `file.request` with edit_file, restore. */
export const trashRouter = router({
  list: orgProcedure
    .input(z.object({ sessionId: id }))
    .query(({ ctx, input }) => listTrash(ctx.verb, input.sessionId)),
  empty: orgProcedure
    .input(z.object({ sessionId: id, itemIds: z.union([z.literal("all"), z.array(id).min(1).max(500)]) }))
    .mutation(async ({ ctx, input }) => ({ count: await emptyTrash(ctx.verb, input) })),
});
