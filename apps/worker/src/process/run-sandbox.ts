import { emptyFacts } from "./empty-facts.ts";
import type { ExitFacts, Running, StartRequest } from "./execution-types.ts";
import { exitStatus } from "./exit-status.ts";
import { gatePayload } from "./gate.ts";
import type { LaunchEnd } from "./launch-order.ts";
import type { Obtained, Standing } from "./standing.ts";

/**
 * One execution from a standing sandbox to exit facts: ready, commit, go, stream, end. Never starts the command before
 * `beforeGo` said yes, and never ends before all output was handed over. Proof: test/sandbox/lifecycle.test.ts.
 */
export type RunSandboxInput = {
  request: StartRequest;
  /** a sandbox built for this execution, or one that was armed ahead and is the same */
  obtain: () => Promise<Obtained>;
};

const setupMs = 30_000;

type State = {
  request: StartRequest;
  facts: ExitFacts;
  standing: Standing | undefined;
  ended: boolean;
  timers: Set<NodeJS.Timeout>;
};

export function runSandbox(input: RunSandboxInput): Running {
  const { request } = input;
  const state: State = {
    request,
    facts: emptyFacts([]),
    standing: undefined,
    ended: false,
    timers: new Set(),
  };
  const cancel = (reason: string): void => {
    if (state.ended || state.facts.cancelled !== null || state.facts.timedOut) return;
    state.facts.cancelled = reason;
    endSoftly(state);
  };
  const aborted = (): void => cancel(String(request.signal?.reason ?? "aborted"));
  request.signal?.addEventListener("abort", aborted, { once: true });
  if (request.signal?.aborted) aborted();
  const done = carryOut(input, state)
    .catch((cause: unknown) => {
      state.facts.sandboxFailure ??= messageOf(cause);
    })
    .then(() => {
      state.ended = true;
      state.facts.endedAt = new Date();
      request.signal?.removeEventListener("abort", aborted);
      for (const timer of state.timers) clearTimeout(timer);
      return state.facts;
    });
  return { cancel, done };
}

async function carryOut(input: RunSandboxInput, state: State): Promise<void> {
  const { facts } = state;
  const { prepared, standing } = await input.obtain();
  facts.bwrapArgs = prepared.plan.args;
  facts.connections = prepared.egress?.connections ?? null;
  state.standing = standing;
  if (facts.cancelled !== null) standing.launched.kill();
  after(state, setupMs, () => {
    if (facts.started) return;
    facts.sandboxFailure ??= "the sandbox did not get ready in time";
    standing.launched.kill();
  });
  if (await standing.ready) await passGate(state, standing);
  const end = await standing.ended;
  state.ended = true;
  conclude(state, standing, end);
}

async function passGate(state: State, standing: Standing): Promise<void> {
  const { facts, request } = state;
  try {
    const payload = gatePayload(request.argv, request.profile.environment);
    const may = facts.cancelled === null && (await request.beforeGo());
    facts.refused = !may && facts.cancelled === null;
    if (!may || standing.isOver() || facts.cancelled !== null) return standing.launched.kill();
    standing.receive({
      onChunk: request.onChunk,
      onCapped: () => {
        facts.outputCapped = true;
        standing.launched.kill();
      },
      onFailed: (cause) => {
        facts.sandboxFailure ??= `output could not be kept: ${messageOf(cause)}`;
        standing.launched.kill();
      },
      onExceeded: (limit) => {
        facts.exceeded = limit;
      },
      onUsage: (usage) => request.onUsage?.(usage),
    });
    facts.started = true;
    facts.startedAt = new Date();
    standing.begin();
    standing.launched.go(payload);
  } catch (cause) {
    facts.sandboxFailure ??= `the start could not be committed: ${messageOf(cause)}`;
    return standing.launched.kill();
  }
  after(state, request.profile.limits.wallMs, () => {
    if (state.ended || facts.cancelled !== null) return;
    facts.timedOut = true;
    endSoftly(state);
  });
}

function conclude(state: State, standing: Standing, end: LaunchEnd): void {
  const { facts } = state;
  facts.bytes = facts.started ? standing.bytes() : facts.bytes;
  facts.programs = facts.started ? standing.programs() : null;
  facts.usage = { cpuMs: end.cpuMs, maxRssBytes: end.maxRssBytes };
  if (end.oomKilled) facts.exceeded ??= "memory";
  if (end.failure !== null) facts.sandboxFailure ??= end.failure;
  if (facts.started) Object.assign(facts, exitStatus(end.code, end.signal));
  else if (!facts.refused && facts.cancelled === null) {
    const fallback = `the sandbox ended before it was ready (${end.signal ?? `exit ${end.code}`})`;
    facts.sandboxFailure ??= standing.said() || fallback;
  }
}

function endSoftly(state: State): void {
  const launched = state.standing?.launched;
  if (!state.facts.started) return launched?.kill();
  launched?.terminate();
  after(state, state.request.profile.limits.graceMs, () => launched?.kill());
}

function after(state: State, ms: number, act: () => void): void {
  state.timers.add(setTimeout(act, ms));
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
