import { runCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { answerApproval } from "@gatehouse/services/approval/answer";
import { editApproval } from "@gatehouse/services/approval/edit";
import { getApproval } from "@gatehouse/services/approval/get";
import { listApprovals } from "@gatehouse/services/approval/list";
import { sawApprovals } from "@gatehouse/services/approval/seen";
import { approvalPasskeyOptions } from "@gatehouse/services/approval/step-up";
import { wholeOfApproval } from "@gatehouse/services/approval/whole";
import { approvalLadder } from "@gatehouse/services/grant/ladder";
import { z } from "zod";
import { id, text } from "../input.ts";
import { site } from "../site.ts";
import { stepUp, stepUpProof } from "../step-up-input.ts";
import { orgProcedure, router } from "../trpc.ts";

export const approvalRouter = router({
  answer: orgProcedure
    .input(
      z.object({
        approvalId: id,
        shown: z.string().max(100),
        answer: z.enum(["approve", "reject"]),
        reason: text(500).optional(),
        ...stepUp,
        grants: z
          .array(z.object({ rung: z.string().max(5000), minutes: z.number().int().positive() }))
          .max(10)
          .optional(),
      }),
    )
    .mutation(({ ctx, input }) => answerApproval(ctx.verb, { ...input, ...stepUpProof(input) })),
  /** What a passkey signs to step up for exactly this approval. */
  passkeyOptions: orgProcedure
    .input(z.object({ approvalId: id, shown: z.string().max(100) }))
    .mutation(({ ctx, input }) => approvalPasskeyOptions(ctx.verb, site(), input)),
  get: orgProcedure
    .input(z.object({ approvalId: id }))
    .query(({ ctx, input }) => getApproval(ctx.verb, input.approvalId)),
  whole: orgProcedure
    .input(z.object({ approvalId: id }))
    .query(({ ctx, input }) => wholeOfApproval(ctx.verb, input.approvalId)),
  seen: orgProcedure
    .input(z.object({ approvalIds: z.array(id).max(200) }))
    .mutation(async ({ ctx, input }) => {
      await sawApprovals(ctx.verb, input.approvalIds);
      return { ok: true };
    }),
  ladder: orgProcedure
    .input(z.object({ approvalId: id }))
    .query(({ ctx, input }) => approvalLadder(ctx.verb, input.approvalId)),
  edit: orgProcedure
    .input(z.object({ approvalId: id, shown: z.string().max(100), input: runCommandInput }))
    .mutation(({ ctx, input }) => editApproval(ctx.verb, input)),
  list: orgProcedure
    .input(
      z.object({
        status: z.enum(["pending", "approved", "rejected", "expired", "cancelled"]).default("pending"),
      }),
    )
    .query(({ ctx, input }) => listApprovals(ctx.verb, input)),
});
