import { closeSync } from "node:fs";
import { openReadingEnd, startPump } from "../output/pump.ts";
import type { BwrapPlan } from "../sandbox/bwrap-args.ts";
import type { Egress } from "../sandbox/egress/proxy.ts";
import { emptyFacts } from "./empty-facts.ts";
import type { ExitFacts, Running, StartRequest } from "./execution-types.ts";
import { exitStatus } from "./exit-status.ts";
import { gatePayload } from "./gate.ts";
import type { LaunchEvents, Launched } from "./launch.ts";
import type { LaunchEnd, LaunchOrder } from "./launch-order.ts";

/**
 * One execution from order to exit facts: ready, commit, go, stream, end. Never starts the command before
 * `beforeGo` said yes, and never ends before all output was handed over. Proof: test/sandbox/lifecycle.test.ts.
 */
export type Prepared = {
  plan: BwrapPlan;
  order: Omit<LaunchOrder, "stdout" | "stderr">;
  egress: Egress | null;
};

export type RunSandboxInput = {
  request: StartRequest;
  prepare: () => Promise<Prepared>;
  takeFifo: () => Promise<string>;
  launch: (order: LaunchOrder, events: LaunchEvents) => Launched;
};

const setupMs = 30_000;
const setupErrorBytes = 4_096;

type State = {
  facts: ExitFacts;
  launched: Launched | undefined;
  ended: boolean;
  timers: Set<NodeJS.Timeout>;
  /** what bubblewrap itself wrote before the command started */
  setupErrors: Buffer[];
};

export function runSandbox(input: RunSandboxInput): Running {
  const { request } = input;
  const state: State = {
    facts: emptyFacts([]),
    launched: undefined,
    ended: false,
    timers: new Set(),
    setupErrors: [],
  };
  const cancel = (reason: string): void => {
    if (state.ended || state.facts.cancelled !== null || state.facts.timedOut) return;
    state.facts.cancelled = reason;
    endSoftly(state, request);
  };
  const aborted = (): void => cancel(String(request.signal?.reason ?? "aborted"));
  request.signal?.addEventListener("abort", aborted, { once: true });
  if (request.signal?.aborted) aborted();
  const done = carryOut(input, state)
    .catch((cause: unknown) => {
      state.facts.sandboxFailure ??= cause instanceof Error ? cause.message : String(cause);
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
  const prepared = await input.prepare();
  state.facts.bwrapArgs = prepared.plan.args;
  state.facts.connections = prepared.egress?.connections ?? null;
  try {
    await launchAndFollow(input, state, prepared.order);
  } finally {
    await prepared.egress?.close();
  }
}

async function launchAndFollow(
  input: RunSandboxInput,
  state: State,
  order: Prepared["order"],
): Promise<void> {
  const { facts } = state;
  const [stdout, stderr] = await Promise.all([input.takeFifo(), input.takeFifo()]);
  const fds = { stdout: openReadingEnd(stdout), stderr: openReadingEnd(stderr) };
  let pumped: Promise<void> | undefined;
  const end = await new Promise<LaunchEnd>((resolve) => {
    const launched = input.launch(
      { ...order, stdout, stderr },
      {
        spawned: () => {
          pumped = pumpOutput(input.request, state, fds);
        },
        ready: () => void passGate(input.request, state),
        exceeded: (limit) => {
          facts.exceeded = limit;
        },
        ended: resolve,
        removed: () => undefined,
      },
    );
    state.launched = launched;
    if (facts.cancelled !== null) launched.kill();
    after(state, setupMs, () => {
      if (facts.started) return;
      facts.sandboxFailure ??= "the sandbox did not get ready in time";
      launched.kill();
    });
  });
  state.ended = true;
  if (pumped === undefined) for (const fd of Object.values(fds)) closeSync(fd);
  await pumped;
  conclude(state, end);
}

async function passGate(request: StartRequest, state: State): Promise<void> {
  const { facts } = state;
  let may = false;
  try {
    const payload = gatePayload(request.argv, request.profile.environment);
    may = facts.cancelled === null && (await request.beforeGo());
    facts.refused = !may && facts.cancelled === null;
    if (!may || state.ended || facts.cancelled !== null) return state.launched?.kill();
    facts.started = true;
    facts.startedAt = new Date();
    state.launched?.go(payload);
  } catch (cause) {
    facts.sandboxFailure ??= `the start could not be committed: ${cause instanceof Error ? cause.message : cause}`;
    return state.launched?.kill();
  }
  after(state, request.profile.limits.wallMs, () => {
    if (state.ended || facts.cancelled !== null) return;
    facts.timedOut = true;
    endSoftly(state, request);
  });
}

function pumpOutput(
  request: StartRequest,
  state: State,
  fds: { stdout: number; stderr: number },
): Promise<void> {
  const { facts } = state;
  const pump = startPump(fds, request.profile.limits.outputBytes, {
    onChunk: async (stream, bytes) => {
      if (facts.started) await request.onChunk(stream, bytes);
      else if (Buffer.concat(state.setupErrors).length < setupErrorBytes) state.setupErrors.push(bytes);
    },
    onCapped: () => {
      facts.outputCapped = true;
      state.launched?.kill();
    },
    onFailed: (cause) => {
      facts.sandboxFailure ??= `output could not be kept: ${cause instanceof Error ? cause.message : cause}`;
      state.launched?.kill();
    },
  });
  facts.bytes = pump.bytes;
  return pump.done;
}

function conclude(state: State, end: LaunchEnd): void {
  const { facts } = state;
  facts.usage = { cpuMs: end.cpuMs, maxRssBytes: end.maxRssBytes };
  if (end.oomKilled) facts.exceeded ??= "memory";
  if (end.failure !== null) facts.sandboxFailure ??= end.failure;
  if (facts.started) Object.assign(facts, exitStatus(end.code, end.signal));
  else if (!facts.refused && facts.cancelled === null) {
    const said = Buffer.concat(state.setupErrors).toString("utf8").trim();
    facts.sandboxFailure ??=
      said || `the sandbox ended before it was ready (${end.signal ?? `exit ${end.code}`})`;
  }
}

function endSoftly(state: State, request: StartRequest): void {
  if (!state.facts.started) return state.launched?.kill();
  state.launched?.terminate();
  after(state, request.profile.limits.graceMs, () => state.launched?.kill());
}

function after(state: State, ms: number, act: () => void): void {
  state.timers.add(setTimeout(act, ms));
}
