import { answerQuestions } from "@gatehouse/services/question/answer";
import { z } from "zod";
import { id } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

const answer = z.object({
  chosen: z.array(z.string().max(200)).max(12).optional(),
  text: z.string().max(8_000).optional(),
});

export const questionRouter = router({
  answer: orgProcedure
    .input(z.object({ toolCallId: id, answers: z.array(answer).min(1).max(5) }))
    .mutation(({ ctx, input }) => answerQuestions(ctx.verb, input)),
});
