/**
 * Drives one turn as far as it goes without a person or a tool, from whatever state its row is in: a death at any point
 * repeats at most a model call, never a tool call, and loses no message. It decides nothing about a call and has no hands.
 */
import { systemPrompt } from "@gatehouse/core/agent/system-prompt";
import type { OpenTurnStatus } from "@gatehouse/core/agent/turn-status";
import { agentWorkspace } from "@gatehouse/core/path/facts";
import { publishedScripts } from "@gatehouse/services/script-tool/published";
import { isWithheld } from "@gatehouse/core/tool-call/subagent-tools";
import { type OfferedTool, offeredTools } from "@gatehouse/core/tool-call/tools";
import type { Ctx } from "@gatehouse/services/context";
import { isDatabaseFault } from "@gatehouse/services/db";
import { isPoolFault } from "@gatehouse/services/pool";
import type { PolicyInForce } from "@gatehouse/services/policy/store";
import { offeredMedia } from "@gatehouse/services/model/media";
import { costMicros, loadProvider } from "@gatehouse/services/model/load";
import { type AgentServices, agentCtx } from "@gatehouse/services/turn/agent-ctx";
import { moveTurn } from "@gatehouse/services/turn/calls";
import { type ClaimedTurn, claimTurn, releaseTurn } from "@gatehouse/services/turn/claim";
import { endTurn, type TurnEnd } from "@gatehouse/services/turn/end";
import { type TurnLease, TurnLost } from "@gatehouse/services/turn/fence";
import { timeLimit } from "@gatehouse/services/turn/repair";
import { cancelCallsOf } from "@gatehouse/services/turn/cancel-calls";
import { driveSubagents } from "@gatehouse/services/turn/drive-subagents";
import { dayUsage, reachedLimit } from "@gatehouse/services/turn/usage";
import { waitingCalls } from "@gatehouse/services/turn/waiting";
import { turnChannel } from "@gatehouse/core/contracts/turns";
import { demoModel } from "./demo-model.ts";
import { type HeldTurn, holdTurn } from "./hold-turn.ts";
import { type Model, ModelProblem } from "./model.ts";
import { requestCalls } from "./request-calls.ts";
import { sdkModel } from "./sdk-model.ts";
import { settleCalls } from "./settle-calls.ts";
import { think } from "./think.ts";
import { databaseNow } from "@gatehouse/services/database-clock";

/** The person's time limit as the reason of an abort. */
class TimeOver extends Error {}

export async function runTurn(services: AgentServices, turnId: string): Promise<void> {
  const claimed = await claimTurn(services, turnId);
  if (claimed === null) return;
  const held = holdTurn(services, claimed.lease);
  const ctx = await agentCtx(services, turnId, claimed.turn);
  try {
    await drive(ctx, held, claimed.turn);
  } catch (error) {
    if (!(error instanceof TurnLost) && !held.signal.aborted) await broken(ctx, claimed.lease, error);
  } finally {
    held.release();
    await afterwards(ctx, claimed.lease);
  }
}

/** A database that is away is waited for: the turn goes on by itself. Anything else would break it again and again. */
async function broken(ctx: Ctx, lease: TurnLease, error: unknown): Promise<void> {
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  ctx.log.error({ turnId: lease.turnId, error: said }, "a turn failed here");
  if (isDatabaseFault(error) || isPoolFault(error)) return;
  const sentence = "Something broke in the worker that drove it; its log says what.";
  const failure: TurnEnd = { status: "failed", code: "internal_fault", sentence };
  await endTurn(ctx, lease, { end: failure, actor: ctx.actor, workedMs: 0 });
}

/** What ended while the turn was being left would wake it in vain; so it is looked at once more when nobody drives it. */
async function afterwards(ctx: Ctx, lease: TurnLease): Promise<void> {
  await releaseTurn(ctx, lease);
  const { actor, member, org } = ctx;
  const row = await ctx.db.turn.findUnique({
    where: { id: lease.turnId },
    select: { status: true, endedAt: true },
  });
  ctx.announcer.announce(turnChannel(lease.sessionId));
  if (row === null) return;
  if (row.endedAt !== null) {
    await cancelCallsOf(ctx, { turnId: lease.turnId, orgId: org.id, actor, memberId: member.id });
    if (lease.beside) await driveSubagents(ctx, lease.sessionId);
  } else if (
    row.status === "waiting" &&
    (await waitingCalls(ctx.db, lease.turnId)).every((call) => call.over)
  ) {
    await ctx.queues.addTurn(lease.turnId, "again").catch(() => undefined);
  }
}

/** Working time that does not stand on the turn yet; `worked` is for whoever writes it down. */
type Clock = { worked(): number; pending(): number };

function startClock(): Clock {
  let since = performance.now();
  const pending = (): number => performance.now() - since;
  return {
    pending,
    worked() {
      const worked = pending();
      since = performance.now();
      return worked;
    },
  };
}

async function drive(ctx: Ctx, held: HeldTurn, turn: ClaimedTurn): Promise<void> {
  const { lease } = held;
  const clock = startClock();
  let status: OpenTurnStatus = turn.status;
  for (;;) {
    held.signal.throwIfAborted();
    if (status === "waiting") {
      if (!(await settleCalls(ctx, lease))) return;
      status = "thinking";
    } else if (status === "calling") {
      const { circling } = await requestCalls(ctx, lease, turn.subagent);
      if (circling) {
        await end(ctx, lease, clock, circlingEnd);
        return;
      }
      await moveTurn(ctx, lease, { status: "waiting", workedMs: clock.worked() });
      status = "waiting";
    } else {
      const next = await thinkOnce(ctx, held, { turn, clock, number: await nextStep(ctx, lease) });
      if (next === "over") return;
      status = next;
    }
  }
}

/** A step that was begun and not finished is the same step again. */
async function nextStep(ctx: Ctx, lease: TurnLease): Promise<number> {
  const done = await ctx.db.modelStep.count({ where: { turnId: lease.turnId, status: "finished" } });
  return done + 1;
}

const finishedEnd: How = { status: "finished", code: "finished", sentence: "", unlessSteered: true };
const circlingEnd: TurnEnd = {
  status: "failed",
  code: "repeated_failure",
  sentence: "It made the same failing call again and again, so the turn was ended.",
};

async function thinkOnce(
  ctx: Ctx,
  held: HeldTurn,
  of: { turn: ClaimedTurn; clock: Clock; number: number },
): Promise<"calling" | "thinking" | "over"> {
  const { turn, clock, number } = of;
  const { lease } = held;
  const policy = await ctx.policies.current(ctx.db, ctx.org.id);
  const { turn_iterations: most, turn_minutes } = policy.document.limits;
  const minutes = turn.subagent?.minutes ?? turn_minutes;
  const over = await endBefore(ctx, { turn, number, most, minutes, total: await totalOf(ctx, lease, clock) });
  if (over !== null) {
    await end(ctx, lease, clock, over);
    return "over";
  }
  const chosen = await modelOf(ctx, turn);
  if ("end" in chosen) {
    await end(ctx, lease, clock, chosen.end);
    return "over";
  }
  const time = new AbortController();
  const left = minutes * 60_000 - (await totalOf(ctx, lease, clock));
  const timer = setTimeout(() => time.abort(new TimeOver()), Math.max(0, left));
  try {
    const { calls } = await think({
      services: ctx,
      lease,
      signal: AbortSignal.any([held.signal, time.signal]),
      model: chosen.model,
      system: await promptOf(ctx, lease),
      tools: await toolsOf(ctx, turn, policy),
      actor: ctx.actor,
      number,
      cost: chosen.cost,
      worked: () => clock.worked(),
    });
    if (calls > 0) return "calling";
    const finished = await end(ctx, lease, clock, finishedEnd);
    return finished ? "over" : "thinking";
  } catch (error) {
    if (error instanceof TimeOver) await end(ctx, lease, clock, timeLimit(minutes));
    else if (error instanceof ModelProblem)
      await end(ctx, lease, clock, { status: "failed", code: "model", sentence: error.message });
    else throw error;
    return "over";
  } finally {
    clearTimeout(timer);
  }
}

/** What stands on the row, which includes the time of tools, and what has run since. */
async function totalOf(ctx: Ctx, lease: TurnLease, clock: Clock): Promise<number> {
  const row = await ctx.db.turn.findUniqueOrThrow({
    where: { id: lease.turnId },
    select: { workingMs: true },
  });
  return Number(row.workingMs) + clock.pending();
}

async function endBefore(
  ctx: Ctx,
  of: { turn: ClaimedTurn; number: number; most: number; minutes: number; total: number },
): Promise<TurnEnd | null> {
  const { turn, number, most } = of;
  if (turn.member.locked)
    return { status: "failed", code: "member_locked", sentence: "The member it acted for is locked." };
  if (number > most)
    return {
      status: "limited",
      code: "turn_iterations",
      sentence: `It reached the limit of ${most} ${most === 1 ? "step" : "steps"} a turn that your org set.`,
    };
  if (of.total >= of.minutes * 60_000) return timeLimit(of.minutes);
  if (turn.providerId === null) return null;
  const policy = await ctx.policies.current(ctx.db, ctx.org.id);
  const reached = reachedLimit(
    await dayUsage(ctx.db, { orgId: ctx.org.id, memberId: turn.member.id }),
    policy,
  );
  return reached === null ? null : { status: "limited", code: "day_usage", sentence: reached };
}

type Chosen = { model: Model; cost(used: { input: number; output: number }): number } | { end: TurnEnd };

async function modelOf(ctx: Ctx, turn: ClaimedTurn): Promise<Chosen> {
  if (turn.providerId === null) return { model: demoModel, cost: () => 0 };
  const provider = await loadProvider(ctx, { orgId: ctx.org.id, providerId: turn.providerId });
  if (provider === null)
    return { end: { status: "failed", code: "model", sentence: "The provider of this model was removed." } };
  const price = provider.models.find((one) => one.id === turn.model);
  return { model: sdkModel(provider, turn.model), cost: (used) => costMicros(price, used) };
}

async function promptOf(ctx: Ctx, lease: TurnLease): Promise<string> {
  const session = await ctx.db.session.findUniqueOrThrow({
    where: { id: lease.sessionId },
    select: { mode: true, host: { select: { probe: true } } },
  });
  return systemPrompt({
    org: ctx.org.name,
    member: ctx.member.name,
    mode: session.mode === "auto" ? "auto" : "safe",
    workspace: agentWorkspace,
    subagent: lease.beside,
    network: (session.host.probe as { egress?: boolean }).egress === true,
    now: await databaseNow(ctx.db),
  });
}

async function toolsOf(
  ctx: Ctx,
  { subagent }: ClaimedTurn,
  { document }: PolicyInForce,
): Promise<OfferedTool[]> {
  const scripts = await publishedScripts(ctx.db, ctx.org.id);
  const media = await offeredMedia(ctx.db, ctx.org.id);
  const offered = offeredTools({ policy: document, role: ctx.member.role, scripts, media });
  return subagent === null ? offered : offered.filter(({ name }) => !isWithheld(name, subagent.exclude));
}

type How = TurnEnd & { unlessSteered?: boolean };

async function end(ctx: Ctx, lease: TurnLease, clock: Clock, how: How): Promise<boolean> {
  const { unlessSteered = false, ...turnEnd } = how;
  return endTurn(ctx, lease, { end: turnEnd, actor: ctx.actor, workedMs: clock.worked(), unlessSteered });
}
