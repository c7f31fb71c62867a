import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createTRPCClient, httpBatchLink, TRPCClientError, type TRPCClient } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "../../apps/web/src/server/routers/root.ts";
import type { TestMember, TestOrg } from "../helpers/org.ts";
import type { Random } from "./random.ts";
import { effectsDirectory } from "./topology.ts";

/** One command as a client knows it: its id stands in the effects file once for each time it ran. */
export type Sent = {
  id: string;
  requestKey: string;
  sessionId: string;
  expected: Buffer;
  exitCode: number;
  cancelled: boolean;
  /** the server said what became of the request */
  answered: boolean;
  toolCallId: string | null;
};

export type Clients = { sent: Sent[]; failures: Map<string, number>; stop(): Promise<void> };

type Kind = { script: (id: string) => string; expected: (id: string) => string; exitCode: number };

const lines = (id: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${id} ${at + 1}\n`).join("");
const ticking = (count: number, pause: number): Kind => ({
  script: (id) => `for i in $(seq ${count}); do echo "${id} $i"; sleep ${pause}; done`,
  expected: (id) => lines(id, count),
  exitCode: 0,
});
const kinds: readonly Kind[] = [
  { script: (id) => `echo "${id} 1"`, expected: (id) => lines(id, 1), exitCode: 0 },
  { script: (id) => `echo "${id} 1"; exit 3`, expected: (id) => lines(id, 1), exitCode: 3 },
  { script: (id) => `yes ${id} | head -n 4000`, expected: (id) => `${id}\n`.repeat(4_000), exitCode: 0 },
  ticking(8, 0.1),
  ticking(10, 0.4),
  ticking(12, 1),
];
const final = new Set(["denied", "finished", "cancelled", "expired"]);

export type ClientPlan = {
  org: TestOrg;
  url: string;
  origin: string;
  random: Random;
  openSession: (by: TestMember) => Promise<string>;
};

export function startClients(plan: ClientPlan, members: readonly TestMember[]): Clients {
  const sent: Sent[] = [];
  const failures = new Map<string, number>();
  const state = { stopped: false };
  const note = (error: unknown): void => {
    const said = error instanceof TRPCClientError ? error.message : String(error);
    failures.set(said.slice(0, 90), (failures.get(said.slice(0, 90)) ?? 0) + 1);
  };
  const running = members.map((member) => drive({ plan, member, sent, note, state }));
  return {
    sent,
    failures,
    async stop() {
      state.stopped = true;
      await Promise.all(running);
    },
  };
}

type Driving = {
  plan: ClientPlan;
  member: TestMember;
  sent: Sent[];
  note: (error: unknown) => void;
  state: { stopped: boolean };
};

async function drive(driving: Driving): Promise<void> {
  const { plan, member, note, state } = driving;
  const api = apiOf(plan, member);
  let sessionId = await insist(driving, () => plan.openSession(member));
  while (!state.stopped && sessionId !== null) {
    const one = commandOf(plan.random, sessionId);
    driving.sent.push(one);
    const cancelAfter = plan.random.next() < 0.08 ? plan.random.between(50, 1_500) : null;
    const patience =
      plan.random.next() < 0.5 ? plan.random.between(100, 900) : plan.random.between(4_000, 25_000);
    await insist(driving, () => ask(plan, api, one));
    if (cancelAfter !== null && one.toolCallId !== null) {
      await sleep(cancelAfter);
      one.cancelled = true;
      await api.toolCall.cancel.mutate({ org: plan.org.slug, id: one.toolCallId }).catch(note);
    }
    await settledOrTired(driving, api, one, patience);
    if (plan.random.next() < 0.1)
      sessionId = (await insist(driving, () => plan.openSession(member))) ?? sessionId;
  }
}

async function ask(plan: ClientPlan, api: TRPCClient<AppRouter>, one: Sent): Promise<void> {
  const kind = kinds[Number(one.id.split("-")[1])];
  if (kind === undefined) throw new Error("a command has a kind");
  const script = `echo ${one.id} >> ${effectsDirectory}/effects; ${kind.script(one.id)}`;
  const { sessionId, requestKey } = one;
  const input = { argv: ["bash", "-c", script], write_paths: [effectsDirectory] };
  const view = await api.toolCall.request.mutate({ org: plan.org.slug, sessionId, requestKey, input });
  one.answered = true;
  one.toolCallId = view.id;
  if (view.status === "denied" || view.status === "awaiting_approval")
    throw new Error(`a command of the run was not allowed: ${JSON.stringify(view).slice(0, 800)}`);
}

/** The same request with the same key until it is answered, as a client must; null when the run ends first. */
async function insist<T>({ note, state }: Driving, work: () => Promise<T>): Promise<T | null> {
  while (!state.stopped) {
    try {
      return await work();
    } catch (error) {
      note(error);
      await sleep(250);
    }
  }
  return null;
}

async function settledOrTired(
  { plan, note, state }: Driving,
  api: TRPCClient<AppRouter>,
  one: Sent,
  patienceMs: number,
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!state.stopped && performance.now() < end && one.toolCallId !== null) {
    try {
      const view = await api.toolCall.get.query({ org: plan.org.slug, id: one.toolCallId });
      if (final.has(view.status)) return;
    } catch (error) {
      note(error);
    }
    await sleep(150);
  }
}

function commandOf(random: Random, sessionId: string): Sent {
  const kind = random.pick(kinds);
  const id = `c${randomUUID().replaceAll("-", "")}-${kinds.indexOf(kind)}`;
  return {
    id,
    requestKey: randomUUID(),
    sessionId,
    expected: Buffer.from(kind.expected(id)),
    exitCode: kind.exitCode,
    cancelled: false,
    answered: false,
    toolCallId: null,
  };
}

const answerMs = 8_000;

/** Over the wire, with the cookie of a member who is signed in. */
export function apiOf(plan: Pick<ClientPlan, "url" | "origin">, member: TestMember): TRPCClient<AppRouter> {
  const send = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    headers.set("cookie", [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    headers.set("origin", plan.origin);
    return fetch(url, { ...init, headers, signal: AbortSignal.timeout(answerMs) });
  };
  return createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${plan.url}/api/trpc`, transformer: superjson, fetch: send as never })],
  });
}
