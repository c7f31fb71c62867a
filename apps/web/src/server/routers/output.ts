import { readOutput } from "@gatehouse/services/output/read";
import { z } from "zod";
import { id } from "../input.ts";
import { watchOutput } from "../stream.ts";
import { withMappedErrors } from "../stream-errors.ts";
import { orgProcedure, router } from "../trpc.ts";

const offset = z.number().int().nonnegative();

export const outputRouter = router({
  read: orgProcedure
    .input(z.object({ executionId: id, from: offset, limit: z.number().int().positive().max(1_048_576) }))
    .query(async ({ ctx, input }) => {
      const { frames, nextOffset, end } = await readOutput(ctx.verb, input);
      return { chunks: frames, nextOffset, end };
    }),
  watch: orgProcedure
    .input(z.object({ executionId: id, from: offset, lastEventId: z.string().max(40).nullish() }))
    .subscription(({ ctx, input, signal }) => withMappedErrors(watchOutput(ctx, input, signal))),
});
