import { type Facts, lexicalFacts } from "@gatehouse/core/path/facts";
import { factsOf } from "@gatehouse/core/path/recorded-facts";
import type { ResolvedPath } from "@gatehouse/core/policy/cases/resolved-paths";
import { type SandboxPlan, sandboxPlan } from "@gatehouse/core/policy/cases/sandbox-plan";
import type { Decision } from "@gatehouse/core/policy/decision";
import type { Explanation } from "@gatehouse/core/policy/explain/explanation";
import { may } from "@gatehouse/core/role";
import {
  isCommandCall,
  parseToolCall,
  type RunCommandInput,
  type ToolCall,
} from "@gatehouse/core/tool-call/tool-call";
import { notFound, requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { pathGrants } from "../grant/list.ts";
import { plannedHost } from "../policy/planned-host.ts";
import type { PolicyInForce } from "../policy/store.ts";
import { requireSession } from "../session/access.ts";
import { prepare } from "./prepare.ts";
import { decisionView, strictest } from "./view.ts";
import type { DecisionView } from "./view-types.ts";

export type ExplanationView = Explanation & {
  decision: Omit<DecisionView, "reasons">;
  /** empty for a call that is no command */
  paths: ResolvedPath[];
  /** lexical: by name; resolved: as its host found them when it decided */
  pathFacts: Facts["kind"];
  /** the arguments that were really used, where they are on record and may be read, else those that would be */
  sandbox: SandboxPlan | { kind: "used"; args: string[] };
};

/** How a call that is being written is read and what each rule would find. Nothing is recorded. */
export async function explainToolCall(
  ctx: Ctx,
  input: { sessionId: string; input: RunCommandInput },
): Promise<ExplanationView> {
  await requireRole(ctx, "tool_call.request");
  const call: ToolCall = { tool: "run_command", input: input.input };
  const { decision, policy, session } = await prepare(ctx, input.sessionId, call);
  return viewed(ctx, call, {
    decision,
    policy,
    facts: lexicalFacts,
    session: { id: input.sessionId, hostId: session.hostId },
    grantIds: null,
    used: null,
  });
}

/** A recorded call with the findings that were recorded for it, whatever the policy says today. */
export async function explainRecordedCall(ctx: Ctx, id: string): Promise<ExplanationView> {
  const row = await ctx.db.toolCall.findFirst({
    where: { id, orgId: ctx.org.id },
    select: {
      sessionId: true,
      tool: true,
      input: true,
      decisions: { orderBy: { decidedAt: "asc" } },
      execution: { select: { sandboxArgs: true, startedAt: true, grantIds: true } },
      session: { select: { hostId: true } },
    },
  });
  if (row === null) throw notFound("tool call");
  if (!may(ctx.member.role, "approval.answer_any")) await requireSession(ctx, row.sessionId, "read");
  const seen = row.decisions.findLast(({ facts }) => facts === "resolved");
  const strict = strictest(row.decisions);
  const decided = seen === undefined ? strict : decisionView(seen);
  const used = may(ctx.member.role, "audit.read_payload") ? (row.execution?.sandboxArgs ?? null) : null;
  return viewed(ctx, parseToolCall(row.tool, JSON.parse(row.input)), {
    decision: strict,
    policy: await ctx.policies.version(ctx.db, ctx.org.id, decided.policyNumber),
    facts: factsOf(seen?.pathFacts ?? null),
    session: { id: row.sessionId, hostId: row.session.hostId },
    grantIds: row.execution?.startedAt == null ? null : row.execution.grantIds,
    used: used as string[] | null,
  });
}

type Explained = {
  decision: Decision & { policyNumber?: number };
  policy: PolicyInForce;
  facts: Facts;
  session: { id: string; hostId: string };
  /** grants that its start depended on; null before a start */
  grantIds: readonly string[] | null;
  used: string[] | null;
};

async function viewed(ctx: Ctx, call: ToolCall, of: Explained): Promise<ExplanationView> {
  const { policy, facts } = of;
  const { reasons, ...decision } = of.decision;
  const [explanation, paths, sandbox] = await Promise.all([
    ctx.evaluate.explain(call, reasons),
    isCommandCall(call) ? ctx.evaluate.resolvedPaths(call, policy.document, facts) : null,
    sandboxOf(ctx, call, of),
  ]);
  return {
    ...explanation,
    decision: { ...decision, policyNumber: decision.policyNumber ?? policy.number },
    paths: paths ?? [],
    pathFacts: facts.kind,
    sandbox,
  };
}

async function sandboxOf(ctx: Ctx, call: ToolCall, of: Explained): Promise<ExplanationView["sandbox"]> {
  if (of.used !== null) return { kind: "used", args: of.used };
  if (!isCommandCall(call))
    return { kind: "none", sentence: "No process is started: the worker carries this out itself." };
  const [host, grants] = await Promise.all([
    plannedHost(ctx.db, of.session.hostId),
    pathGrants(ctx, of.session.id, of.grantIds),
  ]);
  return sandboxPlan({ call, decision: of.decision, grants }, of.policy.document, host);
}
