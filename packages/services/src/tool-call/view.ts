import type { FilesChanged } from "@gatehouse/core/contracts/files";
import type { Ask, AskStrength, Decision, Reason } from "@gatehouse/core/policy/decision";
import type { ExecutionState, Outcome, ToolCallStatus } from "@gatehouse/core/tool-call/status";
import { parseToolCall } from "@gatehouse/core/tool-call/tool-call";
import { type Answering, waitsFor } from "../approval/answerers.ts";
import { mayAnswer } from "../approval/may-answer.ts";
import { secondPersonOf } from "../approval/second-person.ts";
import { shownOf } from "../approval/shown.ts";
import type { Ctx } from "../context.ts";
import type { ApprovalRow, DecisionRow, ExecutionRow, ToolCallRow } from "./row.ts";
import type {
  ApprovalStatus,
  ApprovalView,
  DecisionView,
  ExecutionView,
  RefusalView,
  ToolCallView,
} from "./view-types.ts";

/** Names that rows only hold as ids, looked up once for a whole list. */
export type Names = {
  /** who might answer; empty where nothing of the list waits */
  people: readonly Answering[];
  members: ReadonlyMap<string, string>;
  hosts: ReadonlyMap<string, string>;
  positions: ReadonlyMap<string, number>;
};

export type Viewer = { ctx: Ctx; stepUpRoles: readonly string[]; secondPerson: boolean };

export function viewOf(row: ToolCallRow, names: Names, viewer: Viewer): ToolCallView {
  const decision = strictest(row.decisions);
  const refusal = refusalOf(row);
  return {
    id: row.id,
    sessionId: row.sessionId,
    requestedAt: row.requestedAt,
    actor: {
      kind: row.actorKind as "person" | "agent" | "system",
      memberId: row.memberId,
      name: names.members.get(row.memberId) ?? "former member",
    },
    ...(row.parentCallId === null ? {} : { subagentOf: row.parentCallId }),
    ...parseToolCall(row.tool, JSON.parse(row.input)),
    inputDigest: row.inputDigest,
    status: row.status as ToolCallStatus,
    program: row.program,
    decision,
    ...(row.approval === null ? {} : { approval: approvalView(row, row.approval, { names, viewer }) }),
    ...(row.execution === null ? {} : { execution: executionView(row.execution, names) }),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

const strictness = { allow: 0, ask: 1, deny: 2 } as const;

/** The later decision counts where both are equally strict: it knew more. */
export function strictest(rows: readonly DecisionRow[]): DecisionView {
  const views = rows.map(decisionView);
  const first = views[0];
  if (first === undefined) {
    return { verdict: "deny", effect: "run", readOnly: false, reasons: [], policyNumber: 0 };
  }
  return views.slice(1).reduce((a, b) => (strictness[b.verdict] >= strictness[a.verdict] ? b : a), first);
}

export function decisionView(row: DecisionRow): DecisionView {
  return {
    verdict: row.verdict as Decision["verdict"],
    ...(row.strength === null ? {} : { strength: row.strength as AskStrength }),
    effect: row.effect as Decision["effect"],
    readOnly: row.readOnly,
    reasons: JSON.parse(row.reasons) as Reason[],
    policyNumber: row.policyNumber,
  };
}

function approvalView(
  row: ToolCallRow,
  approval: ApprovalRow,
  by: { names: Names; viewer: Viewer },
): ApprovalView {
  const strength = approval.strength as AskStrength;
  const { ctx, stepUpRoles } = by.viewer;
  const of = { strength, stepUpRoles, secondPerson: secondPersonOf(approval, by.viewer.secondPerson) };
  const waiting = approval.status === "pending" && approval.expiresAt > ctx.now;
  return {
    id: approval.id,
    status: approval.status as ApprovalStatus,
    strength,
    expiresAt: approval.expiresAt,
    asks: JSON.parse(approval.asks) as Ask[],
    shown: shownOf(approval),
    requestedAt: approval.requestedAt,
    ...(approval.answeredBy === null
      ? {}
      : { answeredBy: by.names.members.get(approval.answeredBy) ?? "former member" }),
    ...(approval.answeredAt === null ? {} : { answeredAt: approval.answeredAt }),
    ...(approval.answerReason === null ? {} : { answerReason: approval.answerReason }),
    ...(approval.replacedBy === null ? {} : { replacedBy: approval.replacedBy }),
    ...(waiting
      ? {
          waitsFor: waitsFor({ people: by.names.people, askerId: row.memberId, viewerId: ctx.member.id, of }),
        }
      : {}),
    mayAnswer:
      waiting && mayAnswer({ role: ctx.member.role, isAsker: row.memberId === ctx.member.id, ...of }),
  };
}

function executionView(row: ExecutionRow, names: Names): ExecutionView {
  const position = names.positions.get(row.id);
  return {
    id: row.id,
    state: row.state as ExecutionState,
    ...(row.outcome === null ? {} : { outcome: row.outcome as Outcome }),
    ...(row.outcomeDetail === null ? {} : { outcomeDetail: row.outcomeDetail }),
    ...(row.refusal === null ? {} : { refusal: row.refusal as RefusalView }),
    queuedAt: row.queuedAt,
    ...(row.startedAt === null ? {} : { startedAt: row.startedAt }),
    ...(row.finishedAt === null ? {} : { finishedAt: row.finishedAt }),
    ...(row.exitCode === null ? {} : { exitCode: row.exitCode }),
    ...(row.signal === null ? {} : { signal: row.signal }),
    outputBytes: Number(row.outputBytes),
    outputCapped: row.outputCapped,
    ...(row.advice === null ? {} : { advice: row.advice }),
    ...(position === undefined ? {} : { position }),
    ...(row.cancelRequestedAt === null ? {} : { cancelRequestedAt: row.cancelRequestedAt }),
    hostName: names.hosts.get(row.hostId) ?? "removed host",
    ...(row.filesChanged === null ? {} : { filesChanged: row.filesChanged as FilesChanged }),
  };
}

/** Why nothing came of a call, in the words a person and a model read. */
function refusalOf(row: ToolCallRow): RefusalView | undefined {
  const refused = row.execution?.refusal as RefusalView | null | undefined;
  if (refused !== null && refused !== undefined) return refused;
  if (row.status === "expired") {
    return { code: "approval_expired", sentence: "Nobody answered in time, so the call was refused." };
  }
  if (row.approval?.status === "rejected") {
    const said = row.approval.answerReason;
    return {
      code: "approval_rejected",
      sentence: said === null ? "A person declined this call." : `A person declined this call: ${said}`,
      hint: "Asking again for the same call changes nothing. Find another way, or say what is needed and why.",
    };
  }
  if (typeof row.approval?.replacedBy === "string") {
    return {
      code: "approval_replaced",
      sentence: "A person changed the arguments of this call, so another call was asked for in its place.",
      hint: "Go by what the other call did; do not ask for this one again.",
    };
  }
  if (row.status !== "denied") return undefined;
  return denialOf(strictest(row.decisions).reasons);
}

export function denialOf(reasons: readonly Reason[]): RefusalView {
  const reason = reasons.find((candidate) => candidate.verdict === "deny");
  if (reason === undefined) return { code: "internal_fault", sentence: "The call was refused." };
  return {
    code: reason.code,
    sentence: reason.sentence,
    ...(reason.hint === undefined ? {} : { hint: reason.hint }),
  };
}
