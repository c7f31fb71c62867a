import { metricsRefusal } from "@gatehouse/services/metrics/guard";
import { createLedgerMetrics } from "@gatehouse/services/metrics/ledger";
import { collectDefaultMetrics, Registry } from "prom-client";
import { webEnv } from "../env.ts";
import { type WebServices, webServices } from "./services.ts";

type Metrics = { registry: Registry; ledger: { read(): Promise<void> } };
const kept = globalThis as typeof globalThis & { gatehouseMetrics?: Metrics };

/** Called when the server starts too, so that what happens from then on is counted. */
export function webMetrics(services: WebServices): Metrics {
  if (kept.gatehouseMetrics !== undefined) return kept.gatehouseMetrics;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  kept.gatehouseMetrics = { registry, ledger: createLedgerMetrics(registry, services) };
  return kept.gatehouseMetrics;
}

/** For whoever brings METRICS_TOKEN; where none is set there is no such page. */
export async function metrics(request: Request): Promise<Response> {
  const refused = metricsRefusal(webEnv().METRICS_TOKEN, request.headers.get("authorization"));
  if (refused !== null) return Response.json({ ok: false }, { status: refused });
  const { registry, ledger } = webMetrics(await webServices());
  try {
    await ledger.read();
  } catch (error) {
    const why = error instanceof Error ? error.name : "fault";
    return Response.json({ ok: false, why }, { status: 503 });
  }
  return new Response(await registry.metrics(), { headers: { "content-type": registry.contentType } });
}
