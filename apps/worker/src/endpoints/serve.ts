/** The worker's own /healthz, /readyz, /version and /metrics, where a port is set. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { protocol } from "@gatehouse/core/contracts/protocol";
import type { Db } from "@gatehouse/services/db";
import { metricsRefusal } from "@gatehouse/services/metrics/guard";
import { readiness } from "@gatehouse/services/readiness";
import type { Redis } from "@gatehouse/services/redis";
import type { WorkerEnv } from "../env.ts";
import type { Leases } from "../execution/leases.ts";
import type { Pump } from "../execution/pump.ts";
import type { PulseTaker } from "../host/pulse.ts";
import type { HostReport } from "../sandbox/host-report.ts";
import { createWorkerMetrics } from "./metrics.ts";

type Parts = {
  db: Db;
  producer: Redis;
  newest: string | null;
  version: string;
  hostId: string;
  report: HostReport;
  pump: Pump;
  leases: Leases;
  pulse: PulseTaker;
};

type Answer = { status: number; body: unknown; type?: string };

/** Over this the process counts as stuck, although it answers. */
const stuckMs = 5_000;
/** Without a confirmed heartbeat for this long the host is of no use to anybody. */
const unheardMs = 15_000;

export async function serveEndpoints(env: WorkerEnv, parts: Parts): Promise<{ close(): Promise<void> }> {
  const { HEALTH_PORT: port, HEALTH_HOST: host } = env;
  if (port === undefined) return { close: async () => undefined };
  const metrics = createWorkerMetrics(parts);
  const answers: Record<string, (request: IncomingMessage) => Answer | Promise<Answer>> = {
    "/healthz": () => {
      const lagMs = Math.round(parts.pulse.lagMs());
      return { status: lagMs > stuckMs ? 503 : 200, body: { ok: lagMs <= stuckMs, eventLoopLagMs: lagMs } };
    },
    "/readyz": () => ready(parts),
    "/version": () => ({
      status: 200,
      body: {
        name: "gatehouse-worker",
        version: parts.version,
        protocol,
        hostId: parts.hostId,
        sandbox: { ...parts.report.limits, bubblewrap: parts.report.bwrapVersion, fit: parts.report.ok },
      },
    }),
    "/metrics": async (request) => {
      const refused = metricsRefusal(env.METRICS_TOKEN, request.headers.authorization);
      if (refused !== null) return { status: refused, body: { ok: false } };
      return { status: 200, body: await metrics.metrics(), type: metrics.contentType };
    },
  };
  const server = createServer((request, response) => {
    void respond(answers, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(new Error(`HEALTH_PORT ${port} on ${host} cannot be listened on: ${cause.message}`, { cause })),
    );
    server.listen(port, host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function ready(parts: Parts): Promise<Answer> {
  const { ok, checks } = await readiness({ db: parts.db, redis: parts.producer, newest: parts.newest });
  const heard = parts.leases.silentMs() < unheardMs;
  const all = {
    ...checks,
    sandbox: parts.report.ok ? "ok" : "cannot isolate commands",
    heartbeat: heard ? "ok" : "not confirmed",
  };
  const good = ok && heard && parts.report.ok;
  return { status: good ? 200 : 503, body: { ok: good, checks: all, running: parts.pump.running() } };
}

async function respond(
  answers: Record<string, (request: IncomingMessage) => Answer | Promise<Answer>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://worker");
  const answer = Object.hasOwn(answers, pathname) ? answers[pathname] : undefined;
  const found: Answer =
    answer === undefined || request.method !== "GET"
      ? { status: 404, body: { ok: false } }
      : await Promise.resolve(answer(request)).catch(() => ({ status: 503, body: { ok: false } }));
  const { status, body, type } = found;
  response.writeHead(status, { "content-type": type ?? "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
