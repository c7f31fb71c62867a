import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createDb } from "@gatehouse/services/db";
import { createEvaluate } from "@gatehouse/services/decision/create-evaluate";
import type { HostCtx } from "@gatehouse/services/execution/host-ctx";
import { claimNext } from "@gatehouse/services/execution/claim";
import { createListener } from "@gatehouse/services/listen";
import { startMaintenance } from "@gatehouse/services/maintenance";
import { createPool } from "@gatehouse/services/pool";
import { newestMigration } from "@gatehouse/services/newest-migration";
import { createPolicyStore } from "@gatehouse/services/policy/store";
import { createQueues } from "@gatehouse/services/queue/queues";
import {
  createAnnouncer,
  createConsumerConnection,
  createProducerConnection,
  createSubscriber,
} from "@gatehouse/services/redis";
import { readSecretKeys } from "@gatehouse/services/secret/keys";
import { startTracing } from "@gatehouse/services/start-tracing";
import { protocol } from "@gatehouse/core/contracts/protocol";
import { pino } from "pino";
import { version } from "../package.json";
import { driveAgents } from "./drive-agents.ts";
import { consumeExecutions } from "./consumers/execution.ts";
import { serveEndpoints } from "./endpoints/serve.ts";
import { workerEnv } from "./env.ts";
import { prepareDirectories } from "./execution/directories.ts";
import { keepHouse } from "./execution/keep-house.ts";
import { keepLeases } from "./execution/leases.ts";
import { createPump } from "./execution/pump.ts";
import { runTraced } from "./execution/run-traced.ts";
import { joinInstallation, requireSchema } from "./host/join.ts";
import { takePulse } from "./host/pulse.ts";
import { threadFile } from "./files/thread-file.ts";
import { createThreadPool } from "./files/thread-pool.ts";
import { createWorkspaceWatch } from "./files/workspace-watch.ts";
import { tellOutside } from "./notification/tell-outside.ts";
import { createSandboxHost } from "./process/sandbox-host.ts";

/** How long what runs may go on after SIGTERM, and how long its end may take to be written after that. */
const drainMs = 10_000;
const endMs = 3_000;

async function main(): Promise<void> {
  const env = workerEnv();
  const log = pino({ name: "worker", level: env.LOG_LEVEL }, pino.destination(2));
  if (process.getuid?.() === 0)
    throw new Error("The worker does not run as root. Give it an account of its own.");
  const stopTracing = await startTracing({
    service: "gatehouse-worker",
    version,
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  });
  const directories = prepareDirectories(env.DATA_DIR);
  const db = createDb(env.DATABASE_URL, 4);
  const here = path.dirname(fileURLToPath(import.meta.url));
  const newest = newestMigration([path.join(here, ".."), path.join(here, "../../..")]);
  await requireSchema(db, newest);
  const sandbox = await createSandboxHost({
    runDirectory: directories.run,
    egress: env.NETWORK === "proxy",
    log: (level, message, detail) => log[level](detail ?? {}, message),
  });
  const { hostId, secretKeys } = await joinInstallation(db, { env, version, report: sandbox.report });
  const producer = createProducerConnection(env.REDIS_URL, log);
  const consumerConnection = createConsumerConnection(env.REDIS_URL, log);
  const listener = createListener(env.DATABASE_URL, log);
  const queues = createQueues(producer);
  const pool = createPool(env.DATABASE_URL, env.CONCURRENCY * 2 + 4);
  const ctx: HostCtx = {
    db,
    pool,
    policies: createPolicyStore(),
    evaluate: await createEvaluate({ directory: env.SHELL_WASM_DIR ?? wasmBeside(here) }),
    announcer: createAnnouncer(producer),
    log,
    hostId,
    secretKeys: readSecretKeys(secretKeys),
  };
  const pulse = takePulse(env.DATA_DIR);
  const leases = keepLeases(ctx, {
    listener,
    pulse: () => pulse.take(),
    stands: ({ removed, protocol: installed }) => {
      if (removed) void stop("this host was removed", 1);
      else if (installed !== protocol) void stop("the installation was updated to another protocol", 1);
    },
  });
  const subscriber = createSubscriber(createConsumerConnection(env.REDIS_URL, log));
  const stopMaintenance = startMaintenance({ ...ctx, queues });
  const threads = createThreadPool(threadFile(directories.run));
  const network = env.NETWORK === "proxy";
  const watch = createWorkspaceWatch();
  const worker = { ctx, sandbox, leases, directories, watch, threads, network, listener };
  const leaveHouse = keepHouse(ctx, directories);
  const pump = createPump({
    capacity: env.CONCURRENCY,
    claim: (input) => claimNext(ctx, input),
    run: (claimed) => runTraced(worker, claimed),
    log,
  });
  // The row's own announcement comes with its commit, before any job is there, and needs no Redis.
  listener.subscribe(({ kind, state, hostId: where, executionId }) => {
    if (kind === "execution" && state === "queued" && where === hostId) pump.wake(executionId);
  });
  const consumer = consumeExecutions({ hostId, connection: consumerConnection, wake: pump.wake, log });
  const endpoints = await serveEndpoints(env, {
    db,
    producer,
    newest,
    version,
    hostId,
    report: sandbox.report,
    pump,
    leases,
    pulse,
  });

  const agents = await driveAgents(env, { ...ctx, queues, listener, subscriber });
  const outside = await tellOutside(env, { ...ctx, queues });

  let stopping = false;
  async function stop(why: string, code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({ why, running: pump.running() }, "worker stops");
    await agents.close();
    await outside.close();
    pump.close();
    await pump.idle(drainMs);
    leases.stopAll();
    await pump.idle(endMs);
    await consumer.close();
    await sandbox.close();
    await threads.close();
    await leaveHouse();
    await stopMaintenance();
    await leases.close();
    pulse.close();
    await endpoints.close();
    await listener.close();
    await queues.close();
    subscriber.close();
    for (const connection of [producer, consumerConnection]) connection.disconnect();
    await stopTracing();
    await db.$disconnect();
    await pool.end();
    process.exit(code);
  }
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => void stop(signal, 0));
  await consumer.ready();
  pump.wake();
  log.info({ hostId, name: env.HOST_NAME }, "worker takes jobs");
  process.stdout.write("worker ready\n");
}

/** A bundle has the parsers' files beside it. */
function wasmBeside(directory: string): string | undefined {
  return existsSync(path.join(directory, "tree-sitter-bash.wasm")) ? directory : undefined;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
