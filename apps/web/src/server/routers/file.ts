import { fileCall } from "@gatehouse/core/tool-call/tool-call";
import { listChangeMarks, listFileChanges } from "@gatehouse/services/file/changes";
import { type FileAnswer, getFileResult } from "@gatehouse/services/file/result";
import { undoCall } from "@gatehouse/services/file/undo";
import { requestToolCall } from "@gatehouse/services/tool-call/request";
import type { Ctx } from "@gatehouse/services/context";
import { z } from "zod";
import { id } from "../input.ts";
import { settledAnswer } from "../settled-answer.ts";
import { orgProcedure, router } from "../trpc.ts";

const requestKey = z.string().min(8).max(100);

export const fileRouter = router({
  /** One call of a file tool: decided, recorded and carried out like any other. Waits a while for what comes of it. */
  request: orgProcedure
    .input(z.object({ sessionId: id, requestKey, call: fileCall }))
    .mutation(async ({ ctx, input, signal }) => {
      const { sessionId } = input;
      const view = await requestToolCall(ctx.verb, {
        sessionId,
        requestKey: input.requestKey,
        call: input.call,
      });
      return answerOf(ctx.verb, view.id, signal);
    }),
  /** Takes back what executions of a session did to its files: a call of edit_file, decided and recorded like any other. */
  undo: orgProcedure
    .input(
      z.object({
        sessionId: id,
        requestKey,
        executionIds: z.array(id).min(1).max(200),
        conflict: z.literal("replace").optional(),
      }),
    )
    .mutation(async ({ ctx, input, signal }) => {
      const { sessionId } = input;
      const call = await undoCall(ctx.verb, input);
      const view = await requestToolCall(ctx.verb, { sessionId, requestKey: input.requestKey, call });
      return answerOf(ctx.verb, view.id, signal);
    }),
  result: orgProcedure
    .input(z.object({ toolCallId: id, wait: z.boolean().optional() }))
    .query(({ ctx, input, signal }) =>
      input.wait === true
        ? answerOf(ctx.verb, input.toolCallId, signal)
        : getFileResult(ctx.verb, input.toolCallId),
    ),
  /** What one execution did to the files of its workspace. */
  changes: orgProcedure
    .input(z.object({ executionId: id }))
    .query(({ ctx, input }) => listFileChanges(ctx.verb, input.executionId)),
  /** The last change of each path in a session. */
  marks: orgProcedure
    .input(z.object({ sessionId: id }))
    .query(({ ctx, input }) => listChangeMarks(ctx.verb, input.sessionId)),
});

function answerOf(ctx: Ctx, toolCallId: string, signal: AbortSignal | undefined): Promise<FileAnswer> {
  return settledAnswer(ctx, { toolCallId, get: () => getFileResult(ctx, toolCallId) }, signal);
}
