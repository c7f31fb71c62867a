import { outcomes } from "@gatehouse/core/tool-call/status";
import { requireRole } from "@gatehouse/services/access";
import { getAudit } from "@gatehouse/services/audit/get";
import { listAudit } from "@gatehouse/services/audit/list";
import { verifyChain } from "@gatehouse/services/audit/verify";
import { z } from "zod";
import { id } from "../input.ts";
import { orgProcedure, router } from "../trpc.ts";

const filter = z.object({
  memberId: id.optional(),
  verdict: z.enum(["allow", "ask", "deny"]).optional(),
  outcome: z.enum(outcomes).optional(),
  program: z.string().max(255).optional(),
  from: z.date().optional(),
  to: z.date().optional(),
  text: z.string().max(500).optional(),
  cursor: id.nullish(),
  limit: z.number().int().min(1).max(200).optional(),
});

export const auditRouter = router({
  list: orgProcedure
    .input(filter)
    .query(({ ctx, input }) => listAudit(ctx.verb, { ...input, cursor: input.cursor ?? undefined })),
  get: orgProcedure
    .input(z.object({ toolCallId: id }))
    .query(({ ctx, input }) => getAudit(ctx.verb, input.toolCallId)),
  verify: orgProcedure.query(async ({ ctx }) => {
    await requireRole(ctx.verb, "audit.read");
    return verifyChain(ctx.verb.db, ctx.verb.org.id);
  }),
});
