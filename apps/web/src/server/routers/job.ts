import { backgroundCommandInput, keyword } from "@gatehouse/core/tool-call/tool-call";
import { jobEvents } from "@gatehouse/services/job/events";
import { changeKeyword } from "@gatehouse/services/job/keywords";
import { listJobs } from "@gatehouse/services/job/list";
import { requestToolCall } from "@gatehouse/services/tool-call/request";
import { z } from "zod";
import { id } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

export const jobRouter = router({
  start: orgProcedure
    .input(z.object({ sessionId: id, requestKey: z.string().min(8).max(100), input: backgroundCommandInput }))
    .mutation(({ ctx, input: { sessionId, requestKey, input } }) =>
      requestToolCall(ctx.verb, { sessionId, requestKey, call: { tool: "background_command", input } }),
    ),
  list: orgProcedure
    .input(
      z.object({
        state: z.enum(["active", "ended"]).optional(),
        sessionId: id.optional(),
        memberId: id.optional(),
        program: z.string().max(200).optional(),
        cursor: id.optional(),
      }),
    )
    .query(({ ctx, input: { state, sessionId, memberId, program, cursor } }) =>
      listJobs(ctx.verb, {
        ...(state === undefined ? {} : { state }),
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(memberId === undefined ? {} : { memberId }),
        ...(program === undefined || program === "" ? {} : { program }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
    ),
  events: orgProcedure
    .input(z.object({ toolCallId: id, cursor: z.number().int().nonnegative() }))
    .query(({ ctx, input }) => jobEvents(ctx.verb, input)),
  addKeyword: orgProcedure
    .input(z.object({ toolCallId: id, keyword }))
    .mutation(({ ctx, input }) => changeKeyword(ctx.verb, { ...input, watched: true })),
  removeKeyword: orgProcedure
    .input(z.object({ toolCallId: id, keyword }))
    .mutation(({ ctx, input }) => changeKeyword(ctx.verb, { ...input, watched: false })),
});
