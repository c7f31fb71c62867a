import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTracing } from "@gatehouse/services/start-tracing";
import type { TestOrg } from "../../helpers/org.ts";
import { until } from "../../helpers/wait.ts";
import type { TestWorker } from "../../helpers/worker.ts";

const token = "a token of the metrics";
// Settings are read once, so the rest is loaded after this one is there.
process.env["METRICS_TOKEN"] = token;
const { openSession, run } = await import("../../helpers/call.ts");
const { makeOrg } = await import("../../helpers/org.ts");
const { startWorker } = await import("../../helpers/worker.ts");
const { health, readiness, versionOf } = await import("../../../apps/web/src/server/health.ts");
const { metrics } = await import("../../../apps/web/src/server/metrics.ts");

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string };

let worker: TestWorker;
let org: TestOrg;
let collector: Server;
let base: string;
let stopTracing: () => Promise<void>;
const spans: Span[] = [];

/** Takes what a collector takes: spans as JSON, or a binary body whose spans are found by their names. */
async function receive(): Promise<number> {
  collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
      };
      for (const resource of body.resourceSpans)
        for (const scope of resource.scopeSpans) spans.push(...scope.spans);
      response.writeHead(request.url === "/v1/traces" ? 200 : 404, { "content-type": "application/json" });
      response.end("{}");
    });
  });
  return portOf(collector);
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

beforeAll(async () => {
  const endpoint = `http://127.0.0.1:${await receive()}`;
  const probe = createServer();
  const port = await portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  stopTracing = await startTracing({ service: "gatehouse-web", version: "test", endpoint });
  base = `http://127.0.0.1:${port}`;
  worker = await startWorker({
    network: "off",
    env: { HEALTH_PORT: String(port), METRICS_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  });
  org = await makeOrg({ record_programs: false });
});
afterAll(async () => {
  await worker.stop();
  collector.close();
});

const figures = async (authorization?: string): Promise<Response> =>
  metrics(
    new Request("http://web/metrics", authorization === undefined ? {} : { headers: { authorization } }),
  );

describe("the endpoints of web and worker", () => {
  it("say alive, ready with each part, and which release they are", async () => {
    expect(health().status).toBe(200);
    const web = await readiness();
    expect([web.status, await web.json()]).toEqual([
      200,
      { ok: true, checks: { postgres: "ok", schema: "ok", redis: "ok" } },
    ]);
    expect(await versionOf().json()).toMatchObject({ name: "gatehouse", protocol: 1 });
    for (const path of ["/healthz", "/readyz", "/version"])
      expect((await fetch(base + path)).status).toBe(200);
    expect(await (await fetch(`${base}/readyz`)).json()).toMatchObject({
      checks: { sandbox: "ok", heartbeat: "ok", redis: "ok" },
    });
    expect(await (await fetch(`${base}/version`)).json()).toMatchObject({
      hostId: worker.hostId,
      protocol: 1,
    });
    expect((await fetch(`${base}/nothing`)).status).toBe(404);
  });

  it("give figures to whoever brings the token and to nobody else", async () => {
    for (const wrong of [undefined, "Bearer", "Bearer other", `Basic ${token}`]) {
      expect((await figures(wrong)).status).toBe(401);
      const headers = wrong === undefined ? {} : { authorization: wrong };
      expect((await fetch(`${base}/metrics`, { headers })).status).toBe(401);
    }
    const authorization = `Bearer ${token}`;
    await (await figures(authorization)).text();
    const sessionId = await openSession(org, org.admin);
    await run(org, org.admin, { sessionId, argv: ["true"] });
    const text = await until("the end to be counted", async () => {
      const found = await (await figures(authorization)).text();
      return /gatehouse_executions_total\{outcome="exited"\} [1-9]/.test(found) ? found : null;
    });
    expect(text).toMatch(/gatehouse_execution_wait_seconds_count [1-9]/);
    expect(text).toMatch(/gatehouse_execution_run_seconds_count [1-9]/);
    expect(text).toMatch(/gatehouse_decisions_total\{verdict="allow",facts="resolved"\} [1-9]/);
    expect(text).toContain(`gatehouse_executions_waiting{host="${worker.name}"} 0`);
    expect(text).toContain(`gatehouse_host_heartbeat_age_seconds{host="${worker.name}"}`);
    expect(text).toContain("gatehouse_approvals_pending 0");
    expect(text).toMatch(/gatehouse_bullmq_jobs\{host="[^"]+",state="waiting"\} 0/);
    const own = await (await fetch(`${base}/metrics`, { headers: { authorization } })).text();
    expect(own).toContain("gatehouse_worker_event_loop_lag_seconds");
  });

  it("send one trace for a call, from the request over the wait to the run, and lose none at the end", async () => {
    const sessionId = await openSession(org, org.admin);
    await run(org, org.admin, { sessionId, argv: ["echo", "traced"] });
    await worker.stop();
    await stopTracing();
    const asked = spans.filter((span) => span.name === "trpc toolCall.request").at(-1);
    const own = spans.filter((span) => span.traceId === asked?.traceId);
    expect(own.map((span) => span.name).sort()).toEqual(
      ["execution run", "execution wait", "trpc toolCall.request"].sort(),
    );
    for (const span of own.filter((one) => one.name.startsWith("execution")))
      expect(span.parentSpanId).toBe(asked?.spanId);
  });
});
