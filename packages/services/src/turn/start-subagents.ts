import { turnChannel } from "@gatehouse/core/contracts/turns";
import { lexicalFacts } from "@gatehouse/core/path/facts";
import type { SubagentCall } from "@gatehouse/core/tool-call/subagent-input";
import { mostSubagents } from "@gatehouse/core/tool-call/subagent-tools";
import { isSubagentCall, parseToolCall } from "@gatehouse/core/tool-call/tool-call";
import { appendAudit } from "../audit/append.ts";
import type { Services } from "../context.ts";
import type { Tx } from "../db.ts";
import { type Decided, decisionPayload, decisionRow } from "../decision/record.ts";
import { workerActor } from "../execution/host-ctx.ts";
import { agentOf, type ChosenAgent } from "../model/choice.ts";
import { newId } from "../new-id.ts";
import { storable } from "../storable.ts";
import { cappedMode } from "../tool-call/prepare.ts";
import { denialOf } from "../tool-call/view.ts";
import type { RefusalView } from "../tool-call/view-types.ts";
import { withTransaction } from "../transaction.ts";
import { enqueueTurn } from "./say.ts";
import { databaseNow } from "../database-clock.ts";

export type Starting = Pick<Services, "db" | "queues" | "log" | "policies" | "announcer" | "evaluate">;

type Queued = {
  execution_id: string;
  tool_call_id: string;
  org_id: string;
  session_id: string;
  member_id: string;
  tool: string;
  input: string;
  digest: string;
  mode: string;
  /** of the turn that asked; null: nobody's turn did, or the demonstration's */
  asking_provider: string | null;
  asking_model: string | null;
  provider_id: string | null;
  model: string | null;
};

/** The request key of a call that a turn asked for names the call's row. */
const askedByTurn = "^agent-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

const noModel: RefusalView = {
  code: "no_model",
  sentence: "No model answers in this session, so nobody can work on the task.",
  hint: "An admin sets up a model under Models; until then do the task yourself.",
};

/** Begins the turns of subagents that wait, as far as their sessions have places. Each begins once, whoever comes first. */
export async function startSubagents(ctx: Starting, sessionId: string | null): Promise<void> {
  for (const queued of await queuedSubagents(ctx, sessionId)) await startOne(ctx, queued);
}

/** The oldest of each session, no more than it has places for. */
async function queuedSubagents(ctx: Starting, sessionId: string | null): Promise<Queued[]> {
  return ctx.db.$queryRaw<Queued[]>`
    SELECT * FROM (
      SELECT e.id::text AS execution_id, t.id::text AS tool_call_id, e.org_id::text, e.session_id::text, t.member_id::text,
        t.tool, t.input, t.input_digest AS digest, s.mode, s.provider_id::text, s.model,
        asking.provider_id::text AS asking_provider, asking.model AS asking_model,
        row_number() OVER (PARTITION BY e.session_id ORDER BY e.queued_at, e.id) AS place, e.queued_at,
        (SELECT count(*) FROM execution o WHERE o.session_id = e.session_id AND o.hostless AND o.state = 'running') AS busy
      FROM execution e JOIN tool_call t ON t.id = e.tool_call_id JOIN session s ON s.id = e.session_id
        LEFT JOIN step_call c ON c.id = CASE WHEN t.request_key ~ ${askedByTurn} THEN substr(t.request_key, 7)::uuid END
        LEFT JOIN turn asking ON asking.id = c.turn_id AND asking.session_id = e.session_id
      WHERE e.hostless AND e.state = 'queued' AND (${sessionId}::uuid IS NULL OR e.session_id = ${sessionId}::uuid)) q
    WHERE q.place + q.busy <= ${mostSubagents} ORDER BY q.queued_at LIMIT 50`;
}

async function startOne(ctx: Starting, queued: Queued): Promise<void> {
  const call = parseToolCall(queued.tool, JSON.parse(queued.input));
  if (!isSubagentCall(call)) return;
  const agent = await agentFor(ctx, queued);
  const decided = await decideAgain(ctx, queued, call);
  const refusal =
    decided.decision.verdict !== "allow"
      ? denialOf(decided.decision.reasons)
      : agent.kind === "demo"
        ? noModel
        : null;
  if (refusal !== null) {
    await withTransaction(ctx.db, (tx) => refuseAudited(tx, queued, { decided, refusal }));
    return;
  }
  const turnId = await withTransaction(ctx.db, (tx) =>
    beginAudited(tx, queued, { decided, agent, task: call.input.task }),
  );
  if (turnId === null) return;
  ctx.announcer.announce(turnChannel(queued.session_id));
  await enqueueTurn(ctx, turnId, "began");
}

/** The model of the turn that asked, where one did. */
async function agentFor(ctx: Starting, queued: Queued): Promise<ChosenAgent> {
  const { asking_provider: providerId, asking_model: model, org_id: orgId } = queued;
  const session =
    model === null ? { providerId: queued.provider_id, model: queued.model } : { providerId, model };
  return agentOf(ctx.db, { orgId, session });
}

/** The same decision again at its start, with the policy of this moment. It has no path that a host would have to look at. */
async function decideAgain(ctx: Starting, queued: Queued, call: SubagentCall): Promise<Decided> {
  const policy = await ctx.policies.current(ctx.db, queued.org_id);
  const now = await databaseNow(ctx.db);
  const decision = await ctx.evaluate.decide({
    call,
    mode: cappedMode(queued.mode, policy),
    policy,
    grants: [],
    facts: lexicalFacts,
    digest: queued.digest,
    now,
  });
  const { defaultsDigest } = policy.document;
  return { decision, facts: "lexical", policyNumber: policy.number, defaultsDigest, at: now };
}

function aboutOf(queued: Queued) {
  return {
    sessionId: queued.session_id,
    toolCallId: queued.tool_call_id,
    executionId: queued.execution_id,
  };
}

async function refuseAudited(
  tx: Tx,
  queued: Queued,
  of: { decided: Decided; refusal: RefusalView },
): Promise<void> {
  const { decided, refusal } = of;
  const ended = await tx.execution.updateMany({
    where: { id: queued.execution_id, state: "queued" },
    data: {
      state: "finished",
      finishedAt: await databaseNow(tx),
      outcome: "refused",
      outcomeDetail: refusal.sentence,
      refusal,
    },
  });
  if (ended.count === 0) return;
  const { org_id: orgId, tool_call_id: toolCallId } = queued;
  await tx.toolCall.updateMany({ where: { id: toolCallId }, data: { status: "finished" } });
  await tx.decision.createMany({ data: [{ ...decisionRow(decided), orgId, toolCallId }] });
  await appendAudit(tx, { orgId, actor: workerActor }, [
    { type: "tool_call.decided", ...aboutOf(queued), payload: decisionPayload(decided) },
    {
      type: "execution.refused",
      ...aboutOf(queued),
      payload: { code: refusal.code, sentence: refusal.sentence },
    },
  ]);
}

/** Places are counted under a lock of the session; the turn, its task and the start of its call are one commit. */
async function beginAudited(
  tx: Tx,
  queued: Queued,
  of: { decided: Decided; agent: ChosenAgent; task: string },
): Promise<string | null> {
  const { org_id: orgId, session_id: sessionId, tool_call_id: toolCallId, member_id: memberId } = queued;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('subagents:' || ${sessionId}, 0))`;
  const busy = await tx.execution.count({ where: { sessionId, hostless: true, state: "running" } });
  if (busy >= mostSubagents) return null;
  const now = await databaseNow(tx);
  const begun = await tx.execution.updateMany({
    where: { id: queued.execution_id, state: "queued" },
    data: { state: "running", lease: { increment: 1 }, claimedAt: now, startedAt: now },
  });
  if (begun.count === 0) return null;
  await tx.toolCall.updateMany({ where: { id: toolCallId }, data: { status: "executing" } });
  await tx.decision.createMany({ data: [{ ...decisionRow(of.decided), orgId, toolCallId }] });
  const turnId = newId<string>();
  const { kind, providerId, model } = of.agent;
  await tx.turn.createMany({
    data: [{ id: turnId, orgId, sessionId, memberId, parentCallId: toolCallId, providerId, model }],
  });
  await tx.message.createMany({
    data: [
      {
        id: newId<string>(),
        orgId,
        sessionId,
        author: "agent",
        requestKey: `task-${toolCallId}`,
        text: storable(of.task),
        turnId,
        step: 1,
      },
    ],
  });
  await appendAudit(tx, { orgId, actor: workerActor }, [
    { type: "tool_call.decided", ...aboutOf(queued), payload: decisionPayload(of.decided) },
    { type: "execution.started", ...aboutOf(queued), payload: { turnId } },
    {
      type: "turn.started",
      sessionId,
      toolCallId,
      payload: { turnId, agent: kind, providerId, model, subagent: true },
    },
  ]);
  return turnId;
}
