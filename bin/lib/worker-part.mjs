// The worker as a part of this installation, or alone on another host.
import { hostname } from "node:os";
import path from "node:path";
import { startWorker } from "./application.mjs";
import { delegateGroups } from "./cgroups.mjs";
import { privateDirectory } from "./data-directory.mjs";
import { Blocked, say } from "./say.mjs";
import { setting } from "./setting.mjs";

/** Settings that a person may give the worker; what is not set keeps the worker's own default. */
const passedOn = [
  "CONCURRENCY",
  "SECRET_KEYS",
  "HOST_LABELS",
  "NETWORK",
  "HEALTH_PORT",
  "HEALTH_HOST",
  "METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "SMTP_URL",
  "SMTP_FROM",
];

export function givenSettings(names) {
  return Object.fromEntries(names.map((name) => [name, setting(name)]).filter(([, value]) => value));
}

export async function addWorker({ parts, data, supervisor, identity, environment }) {
  say("starting the worker");
  const worker = {
    parts,
    environment: {
      ...environment,
      DATA_DIR: privateDirectory(path.join(data, "worker"), identity),
      HOST_NAME: process.env.HOST_NAME ?? hostname(),
      ...givenSettings(passedOn),
    },
    identity,
    logFile: path.join(data, "logs/worker.log"),
    place: delegateGroups(data, identity),
  };
  await supervisor.add({ name: "the worker", start: () => startWorker(worker), patienceMs: 20_000 });
}

/** A worker alone works for an installation that runs elsewhere: both addresses must be given. */
export function remoteAddresses() {
  const missing = ["DATABASE_URL", "REDIS_URL"].filter((name) => !setting(name));
  if (missing.length > 0) {
    throw new Blocked(
      `a worker alone needs ${missing.join(" and ")}: the addresses of the installation it works for.`,
      "DATABASE_URL=… REDIS_URL=… GATEHOUSE_JOIN_TOKEN=… npm run worker   (the hosts page shows the whole line)",
    );
  }
  return { DATABASE_URL: setting("DATABASE_URL"), REDIS_URL: setting("REDIS_URL") };
}
