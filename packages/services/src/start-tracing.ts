/** Sends spans to an OpenTelemetry collector where an endpoint is set. The libraries are loaded only then. */
export async function startTracing(of: {
  service: string;
  version: string;
  endpoint: string | undefined;
}): Promise<() => Promise<void>> {
  if (of.endpoint === undefined) return async () => undefined;
  const [{ NodeSDK, resources }, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/sdk-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const url = `${of.endpoint.replace(/\/+$/, "")}/v1/traces`;
  const sdk = new NodeSDK({
    traceExporter: new OTLPTraceExporter({ url, timeoutMillis: 5_000 }),
    resource: resources.resourceFromAttributes({
      "service.name": of.service,
      "service.version": of.version,
    }),
    instrumentations: [],
  });
  sdk.start();
  return async () => {
    // A collector that is away keeps nobody from stopping.
    await sdk.shutdown().catch(() => undefined);
  };
}
