import type { ConnectionRecord, ProgramsRecord } from "@gatehouse/core/contracts/programs";
import { notFound, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { readOutput } from "../output/read.ts";
import { toolCallInclude } from "../tool-call/row.ts";
import { decisionView } from "../tool-call/view.ts";
import type { DecisionView, ToolCallView } from "../tool-call/view-types.ts";
import { viewsOf } from "../tool-call/views.ts";

export type AuditEventView = {
  seq: number;
  type: string;
  at: Date;
  actor: { kind: string; memberId: string | null; name: string | null };
  hash: string;
  prevHash: string;
  payload: Record<string, unknown>;
};

export type AuditDetail = {
  toolCall: ToolCallView;
  session: { id: string; title: string };
  decisions: (DecisionView & { facts: "lexical" | "resolved"; decidedAt: Date; defaultsDigest: string })[];
  stepUp: { method: string; provedAt: Date; usedAt: Date | null } | null;
  sandboxArgs: string[] | null;
  programs: ProgramsRecord | null;
  connections: ConnectionRecord[] | null;
  profileDigest: string | null;
  outputDigest: string | null;
  usage: Record<string, unknown> | null;
  claimedAt: Date | null;
  cancelRequestedBy: string | null;
  outputHead: {
    frames: { offset: number; stream: "stdout" | "stderr"; bytesBase64: string }[];
    complete: boolean;
  } | null;
  trash: { id: string; originalPath: string; kind: string; bytes: number }[];
  events: AuditEventView[];
};

const headBytes = 16_384;

/** Everything that is known of one call, with the links of the chain that say so. */
export async function getAudit(ctx: Ctx, toolCallId: string): Promise<AuditDetail> {
  await requireRole(ctx, "audit.read_payload");
  const row = await ctx.db.toolCall.findFirst({
    where: { id: toolCallId, orgId: ctx.org.id },
    include: { ...toolCallInclude, session: { select: { ownerMemberId: true, title: true } } },
  });
  const [toolCall] = await viewsOf(ctx, row === null ? [] : [row]);
  if (row === null || toolCall === undefined) throw notFound("tool call");
  const execution = row.execution;
  const [events, stepUp, head, trash] = await Promise.all([
    eventsOf(ctx, toolCallId),
    row.approval?.stepUpId ? ctx.db.stepUp.findUnique({ where: { id: row.approval.stepUpId } }) : null,
    execution === null ? null : readOutput(ctx, { executionId: execution.id, from: 0, limit: headBytes }),
    execution === null ? [] : ctx.db.trashItem.findMany({ where: { executionId: execution.id } }),
  ]);
  const canceller = execution?.cancelRequestedBy ?? null;
  return {
    toolCall,
    session: { id: row.sessionId, title: row.session.title },
    decisions: row.decisions.map((decision) => ({
      ...decisionView(decision),
      facts: decision.facts === "resolved" ? "resolved" : "lexical",
      decidedAt: decision.decidedAt,
      defaultsDigest: decision.defaultsDigest,
    })),
    stepUp:
      stepUp === null ? null : { method: stepUp.method, provedAt: stepUp.createdAt, usedAt: stepUp.usedAt },
    sandboxArgs: (execution?.sandboxArgs ?? null) as string[] | null,
    programs: (execution?.programs ?? null) as ProgramsRecord | null,
    connections: (execution?.connections ?? null) as ConnectionRecord[] | null,
    profileDigest: execution?.profileDigest ?? null,
    outputDigest: execution?.outputDigest ?? null,
    usage: (execution?.usage ?? null) as Record<string, unknown> | null,
    claimedAt: execution?.claimedAt ?? null,
    cancelRequestedBy:
      canceller === null ? null : (events.names.get(canceller) ?? (await nameOf(ctx, canceller))),
    outputHead: head === null ? null : { frames: head.frames, complete: head.end !== null },
    trash: trash.map((item) => ({
      id: item.id,
      originalPath: item.originalPath,
      kind: item.kind,
      bytes: Number(item.bytes),
    })),
    events: events.views,
  };
}

async function nameOf(ctx: Ctx, memberId: string): Promise<string | null> {
  const row = await ctx.db.member.findFirst({
    where: { id: memberId, orgId: ctx.org.id },
    select: { user: { select: { name: true } } },
  });
  return row?.user.name ?? null;
}

async function eventsOf(
  ctx: Ctx,
  toolCallId: string,
): Promise<{ views: AuditEventView[]; names: Map<string, string> }> {
  const rows = await ctx.db.auditEvent.findMany({
    where: { orgId: ctx.org.id, toolCallId },
    orderBy: { seq: "asc" },
  });
  const ids = [...new Set(rows.flatMap((row) => (row.memberId === null ? [] : [row.memberId])))];
  const members = await ctx.db.member.findMany({
    where: { id: { in: ids }, orgId: ctx.org.id },
    select: { id: true, user: { select: { name: true } } },
  });
  const names = new Map(members.map((member) => [member.id, member.user.name]));
  const views = rows.map((row) => ({
    seq: Number(row.seq),
    type: row.type,
    at: row.at,
    actor: {
      kind: row.actorKind,
      memberId: row.memberId,
      name: row.memberId === null ? null : (names.get(row.memberId) ?? null),
    },
    hash: row.hash,
    prevHash: row.prevHash,
    payload: (JSON.parse(row.body) as { payload: Record<string, unknown> }).payload,
  }));
  return { views, names };
}
