import type { AuditEvent } from "@gatehouse/core/audit/event";
import { AppError } from "@gatehouse/core/errors";
import type { Ask, AskStrength } from "@gatehouse/core/policy/decision";
import { may } from "@gatehouse/core/role";
import { auditActor, notFound, originOf, requirePerson, requireRole } from "../access.ts";
import { appendAudit } from "../audit/append.ts";
import type { Ctx } from "../context.ts";
import type { Tx } from "../db.ts";
import { executionDraft } from "../execution/draft.ts";
import { enqueue } from "../execution/enqueue.ts";
import { hostRemoved } from "../host/change.ts";
import { newId } from "../new-id.ts";
import { proveStepUp } from "../login/step-up.ts";
import type { ApprovalStatus } from "../tool-call/view-types.ts";
import { withTransaction } from "../transaction.ts";
import { expireApproval } from "./expire.ts";
import { mayAnswer } from "./may-answer.ts";
import { requireSession } from "../session/access.ts";

export type AnswerInput = {
  approvalId: string;
  answer: "approve" | "reject";
  reason?: string | undefined;
  password?: string | undefined;
};
export type Answered = { won: boolean; status: ApprovalStatus; answeredBy?: string };

const grantMs = 24 * 3_600_000;

/** A person's yes or no. Exactly one answer counts: the update succeeds only while the approval is pending. */
export async function answerApproval(ctx: Ctx, input: AnswerInput): Promise<Answered> {
  await requireRole(ctx, "session.drive");
  requirePerson(ctx);
  const approval = await load(ctx, input.approvalId);
  if (approval.status !== "pending") return lostTo(ctx, approval.id);
  if (approval.expiresAt <= ctx.now) {
    await expireApproval(ctx, approval.id);
    return lostTo(ctx, approval.id);
  }
  if (!may(ctx.member.role, "approval.answer_any"))
    await requireSession(ctx, approval.toolCall.sessionId, "drive");
  await requireMayAnswer(ctx, approval);
  const approved = input.answer === "approve";
  const stepUpId =
    approved && approval.strength === "password" ? await stepUpFor(ctx, input, approval) : null;
  const execution = approved
    ? executionDraft(ctx, {
        orgId: ctx.org.id,
        toolCallId: approval.toolCallId,
        session: { id: approval.toolCall.sessionId, hostId: approval.toolCall.session.hostId },
      })
    : null;

  const won = await withTransaction(ctx.db, async (tx) => {
    const claimed = await tx.approval.updateMany({
      where: {
        id: approval.id,
        status: "pending",
        inputDigest: approval.toolCall.inputDigest,
        asks: approval.asks,
        strength: approval.strength,
        expiresAt: { gt: ctx.now },
      },
      data: {
        status: approved ? "approved" : "rejected",
        answeredAt: ctx.now,
        answeredBy: ctx.member.id,
        answerReason: input.reason ?? null,
        stepUpId,
      },
    });
    if (claimed.count === 0) return false;
    if (stepUpId !== null) await useStepUp(ctx, tx, { stepUpId, inputDigest: approval.inputDigest });
    await tx.toolCall.updateMany({
      where: { id: approval.toolCallId },
      data: { status: approved ? "approved" : "denied" },
    });
    const grants = approved ? await createGrants(ctx, tx, approval) : [];
    if (execution !== null) {
      const { id, orgId, toolCallId, sessionId, hostId, queuedAt, traceParent } = execution;
      await tx.execution.createMany({
        data: [{ id, orgId, toolCallId, sessionId, hostId, queuedAt, traceParent }],
      });
    }
    await appendAudit(
      tx,
      auditActor(ctx),
      answerEvents(ctx, { approval, input, stepUpId, grants, execution }),
    );
    if (approved) await requireOpenSession(tx, approval.toolCall.sessionId);
    return true;
  });
  if (!won) return lostTo(ctx, approval.id);
  if (execution !== null) await enqueue(ctx, execution);
  return { won: true, status: approved ? "approved" : "rejected", answeredBy: ctx.member.name };
}

/** The row is locked, so that archiving and approving follow one another; after the audit chain, as everywhere. */
async function requireOpenSession(tx: Tx, id: string): Promise<void> {
  const rows = await tx.$queryRaw<{ archived: boolean; host: string; removed: boolean }[]>`
    SELECT s.archived_at IS NOT NULL AS archived, h.name AS host, h.removed_at IS NOT NULL AS removed
    FROM session s JOIN host h ON h.id = s.host_id WHERE s.id = ${id}::uuid FOR SHARE`;
  if (rows[0]?.archived !== false) {
    throw new AppError("conflict", "This session is archived. Bring it back before approving a call in it.");
  }
  if (rows[0].removed) throw hostRemoved(rows[0].host);
}

type Loaded = Awaited<ReturnType<typeof load>>;

async function load(ctx: Ctx, id: string) {
  const row = await ctx.db.approval.findFirst({
    where: { id, orgId: ctx.org.id },
    include: {
      toolCall: {
        select: { inputDigest: true, sessionId: true, memberId: true, session: { select: { hostId: true } } },
      },
    },
  });
  if (row === null) throw notFound("approval");
  return row;
}

async function requireMayAnswer(ctx: Ctx, approval: Loaded): Promise<void> {
  const { document } = await ctx.policies.current(ctx.db, ctx.org.id);
  const allowed = mayAnswer({
    role: ctx.member.role,
    isAsker: approval.toolCall.memberId === ctx.member.id,
    strength: approval.strength as AskStrength,
    stepUpRoles: document.step_up_role,
    secondPerson: document.second_person,
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

async function stepUpFor(ctx: Ctx, input: AnswerInput, approval: Loaded): Promise<string> {
  if (input.password === undefined || input.password === "") {
    throw new AppError("step_up_required", "Prove your password again for this call.");
  }
  return proveStepUp(ctx, {
    password: input.password,
    inputDigest: approval.inputDigest,
    toolCallId: approval.toolCallId,
  });
}

async function useStepUp(ctx: Ctx, tx: Tx, of: { stepUpId: string; inputDigest: string }): Promise<void> {
  const used = await tx.stepUp.updateMany({
    where: {
      id: of.stepUpId,
      memberId: ctx.member.id,
      inputDigest: of.inputDigest,
      usedAt: null,
      expiresAt: { gt: ctx.now },
    },
    data: { usedAt: ctx.now },
  });
  if (used.count !== 1) throw new AppError("step_up_required", "Prove your password again for this call.");
}

type NewGrant = { id: string; path: string; access: "read" | "write" };

async function createGrants(ctx: Ctx, tx: Tx, approval: Loaded): Promise<NewGrant[]> {
  const asks = JSON.parse(approval.asks) as Ask[];
  const grants = asks.flatMap((ask): NewGrant[] => {
    if (ask.kind === "read_path") return [{ id: newId<string>(), path: ask.path, access: "read" }];
    return ask.kind === "write_path" ? [{ id: newId<string>(), path: ask.path, access: "write" }] : [];
  });
  if (grants.length === 0) return [];
  await tx.grant.createMany({
    data: grants.map((grant) => ({
      ...grant,
      orgId: ctx.org.id,
      sessionId: approval.toolCall.sessionId,
      kind: "path",
      recursive: true,
      approvalId: approval.id,
      grantedBy: ctx.member.id,
      grantedAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + grantMs),
    })),
  });
  return grants;
}

function answerEvents(
  ctx: Ctx,
  of: {
    approval: Loaded;
    input: AnswerInput;
    stepUpId: string | null;
    grants: NewGrant[];
    execution: { id: string; hostId: string } | null;
  },
): AuditEvent[] {
  const { approval, input, grants, execution } = of;
  const about = { sessionId: approval.toolCall.sessionId, toolCallId: approval.toolCallId };
  return [
    {
      type: input.answer === "approve" ? "approval.granted" : "approval.rejected",
      ...about,
      payload: {
        approvalId: approval.id,
        strength: approval.strength,
        inputDigest: approval.inputDigest,
        asks: approval.asks,
        reason: input.reason ?? null,
        stepUpId: of.stepUpId,
        ...originOf(ctx),
      },
    },
    ...grants.map(
      (grant): AuditEvent => ({
        type: "grant.created",
        ...about,
        payload: { grantId: grant.id, path: grant.path, access: grant.access },
      }),
    ),
    ...(execution === null
      ? []
      : [
          {
            type: "execution.queued" as const,
            ...about,
            executionId: execution.id,
            payload: { hostId: execution.hostId },
          },
        ]),
  ];
}

/** Somebody or something else was first; say who, so that a person understands what they see. */
async function lostTo(ctx: Ctx, id: string): Promise<Answered> {
  const row = await ctx.db.approval.findUniqueOrThrow({
    where: { id },
    select: { status: true, answeredBy: true },
  });
  const status = row.status as ApprovalStatus;
  if (status === "pending") {
    throw new AppError("stale", "What this call asks for changed meanwhile. Look at it again.");
  }
  if (row.answeredBy === null) return { won: false, status };
  const member = await ctx.db.member.findUnique({
    where: { id: row.answeredBy },
    select: { user: { select: { name: true } } },
  });
  return { won: false, status, answeredBy: member?.user.name ?? "former member" };
}
