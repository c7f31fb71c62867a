import { startMaintenance } from "@gatehouse/services/maintenance";
import { sayPublicUrl } from "@gatehouse/services/notification/reach";
import { startTracing } from "@gatehouse/services/start-tracing";
import { version } from "../../package.json";
import { webEnv } from "../env.ts";
import { watchCompatibility } from "./compatible.ts";
import { log } from "./log.ts";
import { webMetrics } from "./metrics.ts";
import { distrustForwardedFor } from "./peer-address.ts";
import { webServices } from "./services.ts";

export async function startServer(): Promise<void> {
  const env = webEnv();
  if (!env.TRUST_PROXY) distrustForwardedFor();
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const stopTracing = await startTracing({ service: "gatehouse-web", version, endpoint });
  const services = await webServices();
  await watchCompatibility(services);
  if (env.METRICS_TOKEN !== undefined) {
    await webMetrics(services)
      .ledger.read()
      .catch((error: unknown) => log.warn({ error: String(error) }, "the first figures could not be read"));
  }
  await sayPublicUrl(services.db, env.PUBLIC_URL).catch((error: unknown) =>
    log.warn({ error: String(error) }, "links in messages keep the address of the last start"),
  );
  const stopMaintenance = startMaintenance(services);
  // The server itself stops taking requests and ends those under way; what is kept apart from it ends here.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      void stopMaintenance();
      void stopTracing();
    });
  }
  log.info("web ready");
}
