import { runCommandInput, toolCall } from "@gatehouse/core/tool-call/tool-call";
import { cancelToolCall } from "@gatehouse/services/tool-call/cancel";
import { explainRecordedCall, explainToolCall } from "@gatehouse/services/tool-call/explain";
import { getToolCall } from "@gatehouse/services/tool-call/get";
import { listOpenCalls } from "@gatehouse/services/tool-call/list-open";
import { listToolCalls } from "@gatehouse/services/tool-call/list";
import { previewToolCall } from "@gatehouse/services/tool-call/preview";
import { requestToolCall } from "@gatehouse/services/tool-call/request";
import { getToolResult } from "@gatehouse/services/tool-call/result";
import { waitingOf } from "@gatehouse/services/tool-call/waiting";
import { z } from "zod";
import { id } from "../input.ts";
import { settledAnswer } from "../settled-answer.ts";
import { watchToolCalls } from "../stream.ts";
import { withMappedErrors } from "../stream-errors.ts";
import { orgProcedure, router } from "../trpc.ts";

export const toolCallRouter = router({
  preview: orgProcedure
    .input(z.object({ sessionId: id, input: runCommandInput }))
    .query(({ ctx, input }) => previewToolCall(ctx.verb, input)),
  explain: orgProcedure
    .input(z.object({ sessionId: id, input: runCommandInput }))
    .query(({ ctx, input }) => explainToolCall(ctx.verb, input)),
  explainRecorded: orgProcedure
    .input(z.object({ id }))
    .query(({ ctx, input }) => explainRecordedCall(ctx.verb, input.id)),
  request: orgProcedure
    .input(z.object({ sessionId: id, requestKey: z.string().min(8).max(100), input: runCommandInput }))
    .mutation(({ ctx, input }) => requestToolCall(ctx.verb, input)),
  /** Any tool's call by the name of the tool; answers at once with the decision. */
  use: orgProcedure
    .input(z.object({ sessionId: id, requestKey: z.string().min(8).max(100), call: toolCall }))
    .mutation(({ ctx, input }) => requestToolCall(ctx.verb, input)),
  /** What came of a call; with `wait` as soon as it is settled, ten seconds at most. */
  result: orgProcedure
    .input(z.object({ toolCallId: id, wait: z.boolean().optional() }))
    .query(({ ctx, input, signal }) => {
      const { toolCallId } = input;
      const get = () => getToolResult(ctx.verb, toolCallId);
      return input.wait === true ? settledAnswer(ctx.verb, { toolCallId, get }, signal) : get();
    }),
  list: orgProcedure.input(z.object({ sessionId: id, cursor: id.nullish() })).query(({ ctx, input }) =>
    listToolCalls(ctx.verb, {
      sessionId: input.sessionId,
      ...(input.cursor == null ? {} : { cursor: input.cursor }),
    }),
  ),
  get: orgProcedure.input(z.object({ id })).query(({ ctx, input }) => getToolCall(ctx.verb, input.id)),
  /** What runs or waits anywhere in the org, as far as the member may read it. */
  open: orgProcedure.query(({ ctx }) => listOpenCalls(ctx.verb)),
  waiting: orgProcedure.input(z.object({ id })).query(({ ctx, input }) => waitingOf(ctx.verb, input.id)),
  cancel: orgProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    await cancelToolCall(ctx.verb, input.id);
    return { ok: true };
  }),
  watch: orgProcedure
    .input(z.object({ sessionId: id, lastEventId: z.string().max(40).nullish() }))
    .subscription(({ ctx, input, signal }) => withMappedErrors(watchToolCalls(ctx, input, signal))),
});
