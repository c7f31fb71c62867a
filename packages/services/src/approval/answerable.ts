import { AppError } from "@gatehouse/core/errors";
import type { AskStrength } from "@gatehouse/core/policy/decision";
import { may } from "@gatehouse/core/role";
import { auditActor, notFound, originOf, requirePerson, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import { hit } from "../rate-limit/hit.ts";
import { requireSession } from "../session/access.ts";
import type { ApprovalStatus } from "../tool-call/view-types.ts";
import { withTransaction } from "../transaction.ts";
import { expireApproval } from "./expire.ts";
import { mayAnswer } from "./may-answer.ts";
import { secondPersonOf } from "./second-person.ts";
import { shownOf } from "./shown.ts";

export type Answered = { won: boolean; status: ApprovalStatus; answeredBy?: string };
export type Answerable = Awaited<ReturnType<typeof load>>;

const mostAnswers = 120;
const perMs = 60_000;

/**
 * The approval, for a person who may answer it now and saw it as it stands; else what became of it. Throws where it is
 * not theirs to answer, or where more is asked than they saw.
 */
export async function answerable(
  ctx: Ctx,
  input: { approvalId: string; shown: string },
): Promise<{ approval: Answerable } | { over: Answered }> {
  await requireRole(ctx, "session.drive");
  requirePerson(ctx);
  await hit(ctx.db, { key: `approval:${ctx.member.id}`, max: mostAnswers, windowMs: perMs }, ctx.now);
  const approval = await load(ctx, input.approvalId);
  if (!may(ctx.member.role, "approval.answer_any"))
    await requireSession(ctx, approval.toolCall.sessionId, "drive");
  if (approval.status !== "pending") return { over: await lostTo(ctx, approval.id) };
  if (approval.expiresAt <= ctx.now) {
    await expireApproval(ctx, approval.id);
    return { over: await lostTo(ctx, approval.id) };
  }
  await requireMayAnswer(ctx, approval);
  if (shownOf(approval) !== input.shown) throw stale();
  return { approval };
}

/** What an answer's update must still find, so that exactly one answer counts and none counts for something else. */
export function asShown(ctx: Ctx, approval: Answerable) {
  return {
    id: approval.id,
    status: "pending",
    round: approval.round,
    inputDigest: approval.toolCall.inputDigest,
    asks: approval.asks,
    strength: approval.strength,
    expiresAt: { gt: ctx.now },
  };
}

async function load(ctx: Ctx, id: string) {
  const row = await ctx.db.approval.findFirst({
    where: { id, orgId: ctx.org.id },
    include: {
      toolCall: {
        select: {
          tool: true,
          inputDigest: true,
          sessionId: true,
          memberId: true,
          session: { select: { hostId: true } },
        },
      },
    },
  });
  if (row === null) throw notFound("approval");
  return row;
}

async function requireMayAnswer(ctx: Ctx, approval: Answerable): Promise<void> {
  const { document } = await ctx.policies.current(ctx.db, ctx.org.id);
  const allowed = mayAnswer({
    role: ctx.member.role,
    isAsker: approval.toolCall.memberId === ctx.member.id,
    strength: approval.strength as AskStrength,
    stepUpRoles: document.step_up_role,
    secondPerson: secondPersonOf(approval, document.second_person),
  });
  if (allowed) return;
  await withTransaction(ctx.db, (tx) =>
    appendAudit(tx, auditActor(ctx), [
      {
        type: "access.denied",
        toolCallId: approval.toolCallId,
        payload: {
          permission: "approval.answer",
          approvalId: approval.id,
          role: ctx.member.role,
          ...originOf(ctx),
        },
      },
    ]),
  );
  throw new AppError("forbidden", "This call waits for someone else's answer.");
}

const stale = (): AppError =>
  new AppError("stale", "What this call asks for changed meanwhile. Look at it again.");

/** Somebody or something else was first; say who, so that a person understands what they see. */
export async function lostTo(ctx: Ctx, id: string): Promise<Answered> {
  const row = await ctx.db.approval.findUniqueOrThrow({
    where: { id },
    select: { status: true, answeredBy: true },
  });
  const status = row.status as ApprovalStatus;
  if (status === "pending") throw stale();
  if (row.answeredBy === null) return { won: false, status };
  const member = await ctx.db.member.findUnique({
    where: { id: row.answeredBy },
    select: { user: { select: { name: true } } },
  });
  return { won: false, status, answeredBy: member?.user.name ?? "former member" };
}
