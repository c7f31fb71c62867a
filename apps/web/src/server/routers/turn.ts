import { listTurns } from "@gatehouse/services/turn/list";
import { say } from "@gatehouse/services/turn/say";
import { stopTurn } from "@gatehouse/services/turn/stop";
import { z } from "zod";
import { id, text } from "../input.ts";
import { withMappedErrors } from "../stream-errors.ts";
import { orgProcedure, router } from "../trpc.ts";
import { watchTurns } from "../turn-stream.ts";

const longestMessage = 100_000;

export const turnRouter = router({
  /** Tells the agent something: begins a turn, or steers the one that runs. */
  say: orgProcedure
    .input(z.object({ sessionId: id, requestKey: z.string().min(8).max(100), text: text(longestMessage) }))
    .mutation(({ ctx, input }) => say(ctx.verb, input)),
  stop: orgProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    await stopTurn(ctx.verb, input.id);
    return { ok: true };
  }),
  /** Of the session itself, or with `callId` the one of a subagent's call. */
  list: orgProcedure
    .input(z.object({ sessionId: id, callId: id.nullish(), cursor: id.nullish() }))
    .query(({ ctx, input }) =>
      listTurns(ctx.verb, {
        sessionId: input.sessionId,
        callId: input.callId ?? null,
        ...(input.cursor == null ? {} : { cursor: input.cursor }),
      }),
    ),
  watch: orgProcedure
    .input(z.object({ sessionId: id, callId: id.nullish(), lastEventId: z.string().max(40).nullish() }))
    .subscription(({ ctx, input, signal }) => withMappedErrors(watchTurns(ctx, input, signal))),
});
