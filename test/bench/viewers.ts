import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { OutputSummary } from "@gatehouse/services/output/summary";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "../../apps/web/src/server/routers/root.ts";
import startProduct from "../helpers/start-product.ts";
import type { Bench, Figure } from "./figure.ts";

const root = path.resolve(import.meta.dirname, "../..");
const mebibyte = 1024 ** 2;
const bytes = 1024 * mebibyte;
const viewers = 10;
const shownRows = 100;
const line = "2026-11-30T12:00:00.000Z INFO a line of output of some sixty letters";

/**
 * Resident memory of the web server and of the worker, as they are built and started by `npm start`, while ten pages follow
 * one command that prints 1 GiB: each hears how far it is and fetches the newest rows, as the log view does.
 */
export const viewersBench: Bench = { name: "viewers", run };

async function run(): Promise<Figure[]> {
  const { freePort } = (await import(path.join(root, "bin/lib/ports.mjs"))) as {
    freePort: () => Promise<number>;
  };
  const port = await freePort();
  process.env.E2E_PORT = String(port);
  const stop = await startProduct();
  try {
    const origin = `http://localhost:${port}`;
    const cookies = new Map<string, string>();
    const api = clientOf(origin, cookies);
    const org = await setUp(api);
    const { id: sessionId } = await api.session.create.mutate({ org, mode: "auto" });
    const print = async (size: number): Promise<string> => {
      const call = await api.toolCall.request.mutate({
        org,
        sessionId,
        requestKey: randomUUID(),
        input: { argv: ["bash", "-c", `yes '${line}' | head -c ${size}`] },
      });
      if (call.execution === null || call.execution === undefined)
        throw new Error("the call was not allowed");
      return call.execution.id;
    };
    const watchAll = (executionId: string): Promise<OutputSummary[]> =>
      Promise.all(
        Array.from({ length: viewers }, () => watch({ origin, cookies, api }, { org, executionId })),
      );
    // both processes have done all of it once before they are measured
    await watchAll(await print(64 * mebibyte));
    const memory = watchMemory();
    const ends = await watchAll(await print(bytes));
    const { before, most } = memory.end();
    if (ends.some((end) => end.bytes !== bytes))
      throw new Error(`a viewer saw another end: ${JSON.stringify(ends.map((end) => end.bytes))}`);
    console.error(`MiB before and at most: ${JSON.stringify({ before, most })}`);
    return (["web", "worker"] as const).map((part) => {
      const value = most[part] - before[part];
      const same = {
        value,
        floor: bytes / mebibyte,
        ratio: value / (bytes / mebibyte),
        p50: value,
        p99: value,
      };
      return { name: `viewers.${part}_growth`, unit: "MiB", goal: 0.1, better: "lower", runs: 1, ...same };
    });
  } finally {
    await stop();
  }
}

type Client = ReturnType<typeof clientOf>;

function clientOf(origin: string, cookies: Map<string, string>) {
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", origin);
    headers.set("cookie", cookieOf(cookies));
    const response = await fetch(input, { ...init, headers });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const cut = pair.indexOf("=");
      cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    return response;
  };
  return createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${origin}/api/trpc`, transformer: superjson, fetch: send as never })],
  });
}

function cookieOf(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** An org whose policy allows that much output. */
async function setUp(api: Client): Promise<string> {
  const token = new URL(process.env.SETUP_LINK ?? "").searchParams.get("token") ?? "";
  const person = { name: "Ada", email: "ada@example.com", password: "granite-lantern-42" };
  await api.setup.complete.mutate({ token, orgName: "Viewers", ...person });
  const org = "viewers";
  const { draft } = await api.policy.administration.query({ org });
  const saved = await api.policy.saveDraft.mutate({
    org,
    document: { limits: { output_mib: 2048 } },
    revision: draft?.revision ?? 0,
  });
  await api.policy.publishDraft.mutate({
    org,
    revision: saved.revision,
    reason: "much output",
    confirmed: [],
  });
  return org;
}

/** One page: told how far the output is, and fetching the newest rows each time. Gives what it was told last. */
async function watch(
  { origin, cookies, api }: { origin: string; cookies: Map<string, string>; api: Client },
  of: { org: string; executionId: string },
): Promise<OutputSummary> {
  const input = encodeURIComponent(JSON.stringify(superjson.serialize(of)));
  const response = await fetch(`${origin}/api/trpc/output.follow?input=${input}`, {
    headers: { accept: "text/event-stream", cookie: cookieOf(cookies) },
  });
  if (!response.ok || response.body === null) throw new Error(`no stream: ${response.status}`);
  let text = "";
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    const told = blocks.map(summaryIn).findLast((found) => found !== null);
    if (told === undefined || told === null) continue;
    const from = Math.max(0, told.rows - shownRows);
    await api.output.rows.query({ ...of, from, limit: shownRows });
    if (told.state === "finished") return told;
  }
  throw new Error("the stream ended before the command");
}

function summaryIn(block: string): OutputSummary | null {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  if (data === undefined || !data.includes("executionId")) return null;
  return superjson.deserialize(JSON.parse(data) as never);
}

type Parts = { web: number; worker: number };

function watchMemory() {
  const file = path.join(process.env.GATEHOUSE_DATA ?? "", "processes.json");
  const processes = JSON.parse(readFileSync(file, "utf8")) as { name: string; pid: number }[];
  const now = (): Parts => ({
    web: rssOf(processes, "the web server"),
    worker: rssOf(processes, "the worker"),
  });
  const before = now();
  const most = { ...before };
  const timer = setInterval(() => {
    const seen = now();
    for (const part of ["web", "worker"] as const) most[part] = Math.max(most[part], seen[part]);
  }, 200);
  return {
    end() {
      clearInterval(timer);
      return { before, most };
    },
  };
}

function rssOf(processes: readonly { name: string; pid: number }[], name: string): number {
  const pid = processes.find((one) => one.name === name)?.pid;
  if (pid === undefined) throw new Error(`no process named ${name}`);
  const found = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(found ?? 0) / 1024);
}
