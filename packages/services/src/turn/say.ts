import { turnChannel } from "@gatehouse/core/contracts/turns";
import { AppError } from "@gatehouse/core/errors";
import { auditActor, originOf, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx, Services } from "../context.ts";
import { isUniqueViolation, type Tx } from "../db.ts";
import { agentOf, type ChosenAgent } from "../model/choice.ts";
import { newId } from "../new-id.ts";
import { requireSession } from "../session/access.ts";
import { sha256 } from "../tool-call/digest.ts";
import { withTransaction } from "../transaction.ts";
import { lockConversation } from "./end.ts";
import { dayUsage, reachedLimit } from "./usage.ts";

export type Said = { messageId: string; turnId: string; steered: boolean };

/**
 * What a person tells the agent. It begins a turn; while one runs it waits and is read with the next step. The same request
 * key is the same message, however often it is sent.
 */
export async function say(
  ctx: Ctx,
  input: { sessionId: string; requestKey: string; text: string },
): Promise<Said> {
  await requireRole(ctx, "tool_call.request");
  const session = await requireSession(ctx, input.sessionId, "drive");
  if (session.archivedAt !== null)
    throw new AppError("conflict", "This session is archived. Bring it back before talking in it.");
  const before = await saidBefore(ctx, input);
  if (before !== null) return before;
  const policy = await ctx.policies.current(ctx.db, ctx.org.id);
  const agent = await agentOf(ctx.db, { orgId: ctx.org.id, session });
  if (agent.kind === "model") {
    const reached = reachedLimit(
      await dayUsage(ctx.db, { orgId: ctx.org.id, memberId: ctx.member.id }),
      policy,
    );
    if (reached !== null) throw new AppError("limit_reached", reached);
  }
  try {
    const said = await withTransaction(ctx.db, (tx) => sayAudited(ctx, tx, { input, agent }));
    ctx.announcer.announce(turnChannel(input.sessionId));
    if (!said.steered) await enqueueTurn(ctx, said.turnId, "said");
    return said;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const other = await saidBefore(ctx, input);
    if (other === null) throw error;
    return other;
  }
}

async function sayAudited(
  ctx: Ctx,
  tx: Tx,
  of: { input: { sessionId: string; requestKey: string; text: string }; agent: ChosenAgent },
): Promise<Said> {
  const { sessionId, requestKey, text } = of.input;
  await lockConversation(tx, sessionId);
  const open = await tx.turn.findFirst({
    where: { sessionId, parentCallId: null, endedAt: null },
    select: { id: true },
  });
  const turnId = open?.id ?? newId<string>();
  const messageId = newId<string>();
  const about = { orgId: ctx.org.id, sessionId };
  if (open === null) {
    const { providerId, model } = of.agent;
    await tx.turn.createMany({
      data: [{ id: turnId, ...about, memberId: ctx.member.id, providerId, model, startedAt: ctx.now }],
    });
  }
  await tx.message.createMany({
    data: [
      {
        id: messageId,
        ...about,
        author: "person",
        memberId: ctx.member.id,
        requestKey,
        text,
        createdAt: ctx.now,
      },
    ],
  });
  if (open === null)
    await tx.message.updateMany({ where: { sessionId, turnId: null }, data: { turnId, step: 1 } });
  else await tx.turn.updateMany({ where: { id: turnId }, data: { changedAt: ctx.now } });
  await appendAudit(tx, auditActor(ctx), [
    {
      type: "message.sent",
      sessionId,
      payload: {
        messageId,
        turnId,
        characters: text.length,
        digest: sha256(text),
        steering: open !== null,
        ...originOf(ctx),
      },
    },
    ...(open === null
      ? [
          {
            type: "turn.started" as const,
            sessionId,
            payload: { turnId, agent: of.agent.kind, providerId: of.agent.providerId, model: of.agent.model },
          },
        ]
      : []),
  ]);
  // After the audit chain, as everywhere: the other way round, a change of the session at this moment would block.
  if (open === null) await tx.session.updateMany({ where: { id: sessionId }, data: { lastUsedAt: ctx.now } });
  return { messageId, turnId, steered: open !== null };
}

async function saidBefore(
  ctx: Ctx,
  { sessionId, requestKey, text }: { sessionId: string; requestKey: string; text: string },
): Promise<Said | null> {
  const row = await ctx.db.message.findUnique({
    where: { sessionId_requestKey: { sessionId, requestKey } },
    select: { id: true, text: true, turnId: true, step: true },
  });
  if (row === null) return null;
  if (row.text !== text) throw new AppError("conflict", "This request key was used for another message.");
  const open = await ctx.db.turn.findFirst({
    where: { sessionId, parentCallId: null, endedAt: null },
    select: { id: true },
  });
  return { messageId: row.id, turnId: row.turnId ?? open?.id ?? "", steered: row.step !== 1 };
}

/** After commit; when Redis is away, maintenance finds the turn by its row. */
export async function enqueueTurn(
  ctx: Pick<Services, "queues" | "log">,
  turnId: string,
  why: string,
): Promise<void> {
  try {
    await ctx.queues.addTurn(turnId, why);
  } catch (error) {
    ctx.log.warn({ turnId, error: String(error) }, "the turn was not announced; maintenance will find it");
  }
}
