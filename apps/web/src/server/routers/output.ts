import { findInOutput } from "@gatehouse/services/output/find";
import { readOutput } from "@gatehouse/services/output/read";
import { mostRows, readRows } from "@gatehouse/services/output/rows";
import { outputSummary } from "@gatehouse/services/output/summary";
import { z } from "zod";
import { id } from "../input.ts";
import { followOutput } from "../output-stream.ts";
import { watchOutput } from "../stream.ts";
import { withMappedErrors } from "../stream-errors.ts";
import { orgProcedure, router } from "../trpc.ts";
import { requireExecution } from "@gatehouse/services/session/access";

const offset = z.number().int().nonnegative();

export const outputRouter = router({
  read: orgProcedure
    .input(z.object({ executionId: id, from: offset, limit: z.number().int().positive().max(1_048_576) }))
    .query(async ({ ctx, input }) => {
      await requireExecution(ctx.verb, input.executionId);
      const { frames, nextOffset, end } = await readOutput(ctx.verb, input);
      return { chunks: frames, nextOffset, end };
    }),
  summary: orgProcedure
    .input(z.object({ executionId: id }))
    .query(({ ctx, input }) => outputSummary(ctx.verb, input.executionId)),
  rows: orgProcedure
    .input(z.object({ executionId: id, from: offset, limit: z.number().int().positive().max(mostRows) }))
    .query(({ ctx, input }) => readRows(ctx.verb, input)),
  find: orgProcedure
    .input(
      z.object({
        executionId: id,
        text: z.string().min(1).max(1_000),
        kind: z.enum(["literal", "regex"]),
        cursor: z.object({ row: offset, open: z.array(offset).max(2) }),
      }),
    )
    .query(({ ctx, input: { executionId, text, kind, cursor } }) =>
      findInOutput(ctx.verb, { executionId, wanted: { text, kind }, cursor }),
    ),
  follow: orgProcedure
    .input(z.object({ executionId: id }))
    .subscription(({ ctx, input, signal }) => withMappedErrors(followOutput(ctx, input, signal))),
  watch: orgProcedure
    .input(z.object({ executionId: id, from: offset, lastEventId: z.string().max(40).nullish() }))
    .subscription(({ ctx, input, signal }) => withMappedErrors(watchOutput(ctx, input, signal))),
});
