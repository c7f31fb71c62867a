import { AppError } from "@gatehouse/core/errors";
import { auditActor, notFound, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { agentOf } from "../model/choice.ts";
import { withTransaction } from "../transaction.ts";
import { requireSession } from "./access.ts";

export type AgentChoice = { providerId: string | null; model: string | null };

/** Who answers from the next turn on; both null: the org's default, whatever it will be. */
export async function chooseAgent(ctx: Ctx, input: { id: string } & AgentChoice): Promise<void> {
  await requireRole(ctx, "session.drive");
  await requireSession(ctx, input.id, "drive");
  const { providerId, model } = input;
  if (providerId !== null) await requireProvider(ctx, providerId);
  const found = await agentOf(ctx.db, { orgId: ctx.org.id, session: { providerId, model } });
  const known =
    (providerId === null && model === null) || (found.model === model && found.providerId === providerId);
  if (!known) throw new AppError("invalid_input", "model: this model is not offered here.");
  await withTransaction(ctx.db, async (tx) => {
    await appendAudit(tx, auditActor(ctx), [
      { type: "session.agent_chosen", sessionId: input.id, payload: { providerId, model, ...originOf(ctx) } },
    ]);
    await tx.session.updateMany({ where: { id: input.id, orgId: ctx.org.id }, data: { providerId, model } });
  });
}

async function requireProvider(ctx: Ctx, id: string): Promise<void> {
  if ((await ctx.db.modelProvider.count({ where: { id, orgId: ctx.org.id } })) === 0)
    throw notFound("model provider");
}
