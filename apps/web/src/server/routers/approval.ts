import { answerApproval } from "@gatehouse/services/approval/answer";
import { listApprovals } from "@gatehouse/services/approval/list";
import { z } from "zod";
import { id, text } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

export const approvalRouter = router({
  answer: orgProcedure
    .input(
      z.object({
        approvalId: id,
        answer: z.enum(["approve", "reject"]),
        reason: text(500).optional(),
        password: z.string().max(200).optional(),
      }),
    )
    .mutation(({ ctx, input }) => answerApproval(ctx.verb, input)),
  list: orgProcedure
    .input(
      z.object({
        status: z.enum(["pending", "approved", "rejected", "expired", "cancelled"]).default("pending"),
      }),
    )
    .query(({ ctx, input }) => listApprovals(ctx.verb, input)),
});
