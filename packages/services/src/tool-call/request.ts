import type { AuditEvent } from "@gatehouse/core/audit/event";
import { canonicalJson } from "@gatehouse/core/canonical";
import { AppError } from "@gatehouse/core/errors";
import type { Decision } from "@gatehouse/core/policy/decision";
import type { ToolCallStatus } from "@gatehouse/core/tool-call/status";
import { shownCall } from "@gatehouse/core/tool-call/shown-argv";
import { isSubagentCall, type RunCommandInput, type ToolCall } from "@gatehouse/core/tool-call/tool-call";
import { originOf, requireRole } from "../access.ts";
import { peopleOf } from "../approval/answerers.ts";
import { asksOf, expiryOf } from "../approval/asks.ts";
import { takesSecondPerson } from "../approval/second-person.ts";
import type { Ctx } from "../context.ts";
import { decisionPayload, decisionRow } from "../decision/record.ts";
import { executionDraft } from "../execution/draft.ts";
import { enqueue } from "../execution/enqueue.ts";
import { hostRemoved } from "../host/change.ts";
import { newId } from "../new-id.ts";
import { isUniqueViolationOf } from "../pool.ts";
import { bindScript } from "../script-tool/bind.ts";
import { startSubagents } from "../turn/start-subagents.ts";
import { digestOf, programOf } from "./digest.ts";
import { insertToolCall } from "./insert.ts";
import { type ExecutionRow, type ToolCallRow, toolCallInclude } from "./row.ts";
import { prepare, type Prepared } from "./prepare.ts";
import type { ToolCallView } from "./view-types.ts";
import { viewOf } from "./view.ts";
import { viewerOf, viewsOf } from "./views.ts";

export type RequestInput = {
  sessionId: string;
  requestKey: string;
  /** of a subagent's call: the call that the subagent works for */
  parentCallId?: string;
} & ({ input: RunCommandInput } | { call: ToolCall });

/** The call that this one stands in for, and the id that was promised to it. */
export type Replacement = { id: string; toolCallId: string };

/**
 * One request to use a tool: decided on names, recorded with its decision in one transaction, then refused, held for a
 * person, or queued. The same request key in a session is the same tool call, however often it is sent.
 */
export async function requestToolCall(
  ctx: Ctx,
  request: RequestInput,
  replaces?: Replacement,
): Promise<ToolCallView> {
  await requireRole(ctx, "tool_call.request");
  const asked: ToolCall = "call" in request ? request.call : { tool: "run_command", input: request.input };
  const { sessionId, requestKey } = request;
  const call = await bindScript(ctx, asked, { sessionId, requestKey });
  const prepared = await prepare(ctx, request.sessionId, call);
  requireAcceptable(prepared);
  const draft = draftOf(ctx, { call, request, prepared, id: replaces?.id ?? newId<string>() });
  const { hostId, hostName } = prepared.session;
  let ahead: number;
  try {
    const whole = canonicalJson(call.input);
    ahead = await insertToolCall(ctx, draft, {
      hostId,
      wholeInput: whole === draft.input ? null : whole,
      events: eventsOf(ctx, { draft, prepared, replaces: replaces?.toolCallId }),
    });
  } catch (error) {
    if (!isUniqueViolationOf(error, "tool_call_session_id_request_key_key")) throw error;
    return sameRequest(ctx, request, draft.inputDigest);
  }
  // the answer waits for the row, not for its delivery
  if (draft.execution !== null) void deliver(ctx, call, draft.execution);
  const names = {
    members: new Map([[ctx.member.id as string, ctx.member.name]]),
    people: draft.approval === null ? [] : await peopleOf(ctx),
    hosts: new Map([[hostId, hostName]]),
    positions: new Map(draft.execution === null ? [] : [[draft.execution.id, ahead]]),
  };
  return viewOf(draft, names, viewerOf(ctx, prepared.policy));
}

/** A subagent has no host that would find it; whoever asked begins it, and maintenance where that failed. */
async function deliver(ctx: Ctx, call: ToolCall, execution: ExecutionRow): Promise<void> {
  if (!isSubagentCall(call)) return enqueue(ctx, execution);
  try {
    await startSubagents(ctx, execution.sessionId);
  } catch (error) {
    ctx.log.warn({ error: String(error) }, "a subagent did not begin at once; maintenance will begin it");
  }
}

/** Throws where no call can be taken now. Calls are counted in the rows themselves, so that every process counts the same. */
export function requireAcceptable({ session, recentCalls, policy }: Prepared): void {
  if (session.archivedAt !== null) {
    throw new AppError("conflict", "This session is archived. Bring it back before running something in it.");
  }
  if (session.hostRemoved) throw hostRemoved(session.hostName);
  const most = policy.document.limits.member_calls_per_minute;
  if (recentCalls < most) return;
  throw new AppError(
    "rate_limited",
    `You asked for ${most} calls within a minute, the most that policy allows. Wait a moment and try again.`,
  );
}

type Draft = ToolCallRow;
type Made = { call: ToolCall; request: RequestInput; prepared: Prepared; id: string };

function draftOf(ctx: Ctx, made: Made): Draft {
  const { call, request, prepared, id } = made;
  const { decision } = prepared;
  const shared = { orgId: ctx.org.id, toolCallId: id };
  return {
    id,
    orgId: ctx.org.id,
    sessionId: request.sessionId,
    actorKind: ctx.actor.kind,
    memberId: ctx.member.id,
    parentCallId: request.parentCallId ?? null,
    requestKey: request.requestKey,
    tool: call.tool,
    input: canonicalJson(shownCall(call).input),
    inputDigest: digestOf(call),
    program: programOf(call),
    status: statusAfter(decision),
    requestedAt: ctx.now,
    changedAt: ctx.now,
    session: { ownerMemberId: prepared.session.ownerMemberId },
    decisions: [{ ...decisionRow(prepared.decided), ...shared }],
    approval:
      decision.verdict === "ask"
        ? approvalDraft(ctx, { prepared, toolCallId: id, digest: digestOf(call) })
        : null,
    execution:
      decision.verdict === "allow" ? executionDraft(ctx, { ...shared, session: prepared.session }) : null,
  };
}

function statusAfter(decision: Decision): ToolCallStatus {
  if (decision.verdict === "deny") return "denied";
  return decision.verdict === "ask" ? "awaiting_approval" : "approved";
}

function approvalDraft(ctx: Ctx, of: { prepared: Prepared; toolCallId: string; digest: string }) {
  const { decision, policy } = of.prepared;
  return {
    id: newId<string>(),
    orgId: ctx.org.id,
    toolCallId: of.toolCallId,
    inputDigest: of.digest,
    asks: JSON.stringify(asksOf(decision)),
    strength: decision.strength ?? "password",
    status: "pending",
    round: 1,
    secondPerson: takesSecondPerson(decision.reasons, policy.document),
    toldRound: 0,
    escalatedRound: 0,
    replacedBy: null,
    requestedAt: ctx.now,
    expiresAt: expiryOf(ctx.now, policy.document.limits.approval_hours),
    answeredAt: null,
    answeredBy: null,
    stepUpId: null,
    answerReason: null,
  };
}

function eventsOf(
  ctx: Ctx,
  of: { draft: Draft; prepared: Prepared; replaces: string | undefined },
): AuditEvent[] {
  const { draft, prepared } = of;
  const about = { sessionId: draft.sessionId, toolCallId: draft.id };
  const events: AuditEvent[] = [
    {
      type: "tool_call.requested",
      ...about,
      payload: {
        tool: draft.tool,
        input: draft.input,
        inputDigest: draft.inputDigest,
        mode: prepared.mode,
        ...(draft.parentCallId === null ? {} : { subagentOf: draft.parentCallId }),
        ...(of.replaces === undefined ? {} : { replaces: of.replaces }),
        ...originOf(ctx),
      },
    },
    { type: "tool_call.decided", ...about, payload: decisionPayload(prepared.decided) },
  ];
  if (draft.approval !== null) {
    const { id, strength, asks, expiresAt } = draft.approval;
    events.push({
      type: "approval.requested",
      ...about,
      payload: {
        approvalId: id,
        strength,
        asks,
        inputDigest: draft.inputDigest,
        expiresAt: expiresAt.toISOString(),
      },
    });
  }
  if (draft.execution !== null) {
    events.push({
      type: "execution.queued",
      ...about,
      executionId: draft.execution.id,
      payload: { hostId: draft.execution.hostId },
    });
  }
  return events;
}

async function sameRequest(ctx: Ctx, request: RequestInput, digest: string): Promise<ToolCallView> {
  const { sessionId, requestKey } = request;
  const row = await ctx.db.toolCall.findUnique({
    where: { sessionId_requestKey: { sessionId, requestKey } },
    include: toolCallInclude,
  });
  if (row === null || row.inputDigest !== digest) {
    throw new AppError("conflict", "This request key was used for another call.");
  }
  const [view] = await viewsOf(ctx, [row]);
  if (view === undefined) throw new AppError("unavailable", "The call could not be read back.");
  return view;
}
