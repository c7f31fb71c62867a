/**
 * What happens to a background command or subagent that an agent asked for reaches it as a message of the product: it is read
 * with the next step of the turn that runs, or begins a turn. Each hit and the end are told once, whoever tells them.
 */
import { jobNews } from "@gatehouse/core/agent/job-news";
import { turnChannel } from "@gatehouse/core/contracts/turns";
import type { Outcome } from "@gatehouse/core/tool-call/status";
import { appendAudit } from "../audit/append.ts";
import type { Services } from "../context.ts";
import type { Db, Tx } from "../db.ts";
import { workerActor } from "../execution/host-ctx.ts";
import { type ChosenAgent, agentOf } from "../model/choice.ts";
import { newId } from "../new-id.ts";
import { storable } from "../storable.ts";
import { sha256 } from "../tool-call/digest.ts";
import { withTransaction } from "../transaction.ts";
import { lockConversation } from "./end.ts";
import { enqueueTurn } from "./say.ts";
import { dayUsage, reachedLimit } from "./usage.ts";

export type Telling = Pick<Services, "db" | "queues" | "log" | "policies" | "announcer">;

type Job = {
  id: string;
  org_id: string;
  session_id: string;
  member_id: string;
  tool: string;
  program: string;
  over: boolean;
  execution_id: string | null;
  outcome: Outcome | null;
  outcome_detail: string | null;
  exit_code: number | null;
  signal: string | null;
  output_bytes: bigint | null;
  provider_id: string | null;
  model: string | null;
  asleep: boolean;
};

/** Messages about hits of one command; after them only its end is told. */
const mostHitMessages = 10;
const hitsRead = 200;
/** Turns that the product begins in a row, so that an agent cannot keep itself going without a person. */
const mostOwnTurns = 20;

export async function tellOfJob(ctx: Telling, toolCallId: string): Promise<void> {
  const job = await jobOf(ctx.db, toolCallId);
  if (job === null) return;
  const agent = await agentOf(ctx.db, {
    orgId: job.org_id,
    session: { providerId: job.provider_id, model: job.model },
  });
  const mayBegin = !job.asleep && (await hasRoom(ctx, job, agent));
  const told = await withTransaction(ctx.db, (tx) => tellAudited(tx, { job, agent, mayBegin }));
  if (told === null) return;
  ctx.announcer.announce(turnChannel(job.session_id));
  if (told.began !== null) await enqueueTurn(ctx, told.began, "job");
}

/** Null: not asked for by an agent, or its call has no answer yet; then whoever answers it tells. */
async function jobOf(db: Db, toolCallId: string): Promise<Job | null> {
  const rows = await db.$queryRaw<Job[]>`
    SELECT t.id::text, t.org_id::text, t.session_id::text, t.member_id::text, t.tool, t.program,
      t.status IN ('denied', 'finished', 'cancelled', 'expired') AS over, e.id::text AS execution_id, e.outcome,
      e.outcome_detail, e.exit_code, e.signal, e.output_bytes, s.provider_id::text, s.model,
      s.archived_at IS NOT NULL OR m.locked_at IS NOT NULL AS asleep
    FROM step_call c JOIN tool_call t ON t.id = c.tool_call_id JOIN session s ON s.id = t.session_id
      JOIN member m ON m.id = t.member_id LEFT JOIN execution e ON e.tool_call_id = t.id
    WHERE t.id = ${toolCallId}::uuid AND t.tool IN ('background_command', 'background_subagents') AND c.failed = false`;
  return rows[0] ?? null;
}

async function hasRoom(ctx: Telling, job: Job, agent: ChosenAgent): Promise<boolean> {
  if (agent.kind === "demo") return true;
  const policy = await ctx.policies.current(ctx.db, job.org_id);
  const used = await dayUsage(ctx.db, { orgId: job.org_id, memberId: job.member_id });
  return reachedLimit(used, policy) === null;
}

type Telled = { began: string | null };

async function tellAudited(
  tx: Tx,
  of: { job: Job; agent: ChosenAgent; mayBegin: boolean },
): Promise<Telled | null> {
  const { job, agent } = of;
  await lockConversation(tx, job.session_id);
  const news = await newsOf(tx, job);
  if (news === null) return null;
  const about = { orgId: job.org_id, sessionId: job.session_id };
  const messageId = newId<string>();
  await tx.message.createMany({
    data: [{ id: messageId, ...about, author: "product", requestKey: news.key, text: storable(news.text) }],
  });
  const open = await tx.turn.findFirst({
    where: { sessionId: job.session_id, parentCallId: null, endedAt: null },
    select: { id: true },
  });
  const begins = open === null && of.mayBegin && (await wantsTurn(tx, job.session_id));
  const turnId = begins ? newId<string>() : null;
  if (turnId !== null) {
    const { providerId, model } = agent;
    await tx.turn.createMany({
      data: [{ id: turnId, ...about, memberId: job.member_id, providerId, model }],
    });
    await tx.message.updateMany({
      where: { sessionId: job.session_id, turnId: null },
      data: { turnId, step: 1 },
    });
  }
  await appendAudit(tx, { orgId: job.org_id, actor: workerActor }, [
    {
      type: "message.sent",
      sessionId: job.session_id,
      toolCallId: job.id,
      payload: {
        messageId,
        turnId: open?.id ?? turnId,
        characters: news.text.length,
        digest: sha256(news.text),
        steering: open !== null,
      },
    },
    ...(turnId === null
      ? []
      : [
          {
            type: "turn.started" as const,
            sessionId: job.session_id,
            toolCallId: job.id,
            payload: { turnId, agent: agent.kind, providerId: agent.providerId, model: agent.model },
          },
        ]),
  ]);
  return { began: turnId };
}

/** What was not told yet, and the key that makes it told. */
async function newsOf(tx: Tx, job: Job): Promise<{ key: string; text: string } | null> {
  const prefix = `job-${job.id}-`;
  const before = await tx.message.findMany({
    where: { sessionId: job.session_id, requestKey: { startsWith: prefix } },
    select: { requestKey: true },
  });
  const marks = before.map(({ requestKey }) => requestKey.slice(prefix.length));
  if (marks.includes("end")) return null;
  if (!job.over && marks.length >= mostHitMessages) return null;
  const from = Math.max(0, ...marks.map(Number));
  const hits =
    job.execution_id === null
      ? []
      : await tx.keywordHit.findMany({
          where: { executionId: job.execution_id, seq: { gte: from } },
          orderBy: { seq: "asc" },
          take: hitsRead,
        });
  const last = hits.at(-1);
  if (last === undefined && !job.over) return null;
  const text = jobNews({
    toolCallId: job.id,
    what: job.tool === "background_subagents" ? "subagent" : "command",
    program: job.program,
    hits: hits.map(({ keyword, offset, excerpt }) => ({ keyword, offset: Number(offset), excerpt })),
    lastHits: marks.length + 1 === mostHitMessages,
    end: job.over
      ? {
          outcome: job.outcome,
          exitCode: job.exit_code,
          signal: job.signal,
          detail: job.outcome_detail,
          outputBytes: Number(job.output_bytes ?? 0),
          answer: await answerOf(tx, job),
        }
      : null,
  });
  return { key: `${prefix}${job.over || last === undefined ? "end" : last.seq + 1}`, text };
}

/** What a subagent said last, whole where it is not long; of a command nothing, because its output may be long and dull. */
async function answerOf(tx: Tx, job: Job): Promise<string | null> {
  if (job.tool !== "background_subagents" || job.execution_id === null) return null;
  const chunks = await tx.outputChunk.findMany({
    where: { executionId: job.execution_id },
    orderBy: { offset: "asc" },
    select: { bytes: true },
  });
  return Buffer.concat(chunks.map(({ bytes }) => bytes)).toString("utf8");
}

/** Not after a person's stop, and not for ever without a person. */
async function wantsTurn(tx: Tx, sessionId: string): Promise<boolean> {
  const latest = await tx.turn.findFirst({
    where: { sessionId, parentCallId: null },
    orderBy: { startedAt: "desc" },
    select: { status: true },
  });
  if (latest?.status === "stopped") return false;
  const person = await tx.message.findFirst({
    where: { sessionId, author: "person" },
    orderBy: { createdAt: "desc" },
    select: { createdAt: true },
  });
  const own = await tx.turn.count({
    where: {
      sessionId,
      parentCallId: null,
      ...(person === null ? {} : { startedAt: { gt: person.createdAt } }),
    },
  });
  return own < mostOwnTurns;
}
