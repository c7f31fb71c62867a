import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createDb } from "@gatehouse/services/db";
import { createEvaluate } from "@gatehouse/services/decision/create-evaluate";
import type { HostCtx } from "@gatehouse/services/execution/host-ctx";
import { registerHost } from "@gatehouse/services/host/register";
import { createListener } from "@gatehouse/services/listen";
import { startMaintenance } from "@gatehouse/services/maintenance";
import { createPool } from "@gatehouse/services/pool";
import { createPolicyStore } from "@gatehouse/services/policy/store";
import { createQueues } from "@gatehouse/services/queue/queues";
import {
  createAnnouncer,
  createConsumerConnection,
  createProducerConnection,
} from "@gatehouse/services/redis";
import { pino } from "pino";
import { version } from "../package.json";
import { consumeExecutions } from "./consumers/execution.ts";
import { workerEnv } from "./env.ts";
import { createBackground } from "./execution/background.ts";
import { prepareDirectories } from "./execution/directories.ts";
import { keepHouse } from "./execution/keep-house.ts";
import { keepLeases } from "./execution/leases.ts";
import { runExecution } from "./execution/run-execution.ts";
import { threadFile } from "./files/thread-file.ts";
import { createThreadPool } from "./files/thread-pool.ts";
import { createWorkspaceWatch } from "./files/workspace-watch.ts";
import { createSandboxHost } from "./process/sandbox-host.ts";

const drainMs = 10_000;

async function main(): Promise<void> {
  const env = workerEnv();
  const log = pino({ name: "worker", level: env.LOG_LEVEL }, pino.destination(2));
  if (process.getuid?.() === 0)
    throw new Error("The worker does not run as root. Give it an account of its own.");
  const directories = prepareDirectories(env.DATA_DIR);
  const sandbox = await createSandboxHost({
    runDirectory: directories.run,
    egress: env.NETWORK === "proxy",
    log: (level, message, detail) => log[level](detail ?? {}, message),
  });
  const db = createDb(env.DATABASE_URL, 4);
  const hostId = await registerHost(db, {
    name: env.HOST_NAME,
    version,
    capacity: env.CONCURRENCY,
    probe: { ...sandbox.report, checks: [...sandbox.report.checks] },
  });
  const producer = createProducerConnection(env.REDIS_URL, log);
  const consumerConnection = createConsumerConnection(env.REDIS_URL, log);
  const listener = createListener(env.DATABASE_URL, log);
  const queues = createQueues(producer);
  const pool = createPool(env.DATABASE_URL, env.CONCURRENCY + 4);
  const ctx: HostCtx = {
    db,
    pool,
    policies: createPolicyStore(),
    evaluate: await createEvaluate({ directory: env.SHELL_WASM_DIR ?? wasmBeside() }),
    announcer: createAnnouncer(producer),
    log,
    hostId,
  };
  const leases = keepLeases(ctx, listener);
  const stopMaintenance = startMaintenance({ db, queues, log });
  const threads = createThreadPool(threadFile(directories.run));
  const watch = createWorkspaceWatch();
  const leaveHouse = keepHouse(ctx, directories);
  const network = env.NETWORK === "proxy";
  const background = createBackground(log);
  const worker = { ctx, sandbox, leases, directories, watch, threads, network, background, listener };
  const consumer = consumeExecutions({
    hostId,
    connection: consumerConnection,
    concurrency: env.CONCURRENCY,
    run: (executionId) => runExecution(worker, executionId),
    log,
  });

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal, running: leases.count() }, "worker stops");
    const drained = Promise.all([consumer.close(), background.settled()]);
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, drainMs))]);
    await sandbox.close();
    await background.settled();
    await threads.close();
    await leaveHouse();
    await stopMaintenance();
    await leases.close();
    await listener.close();
    await queues.close();
    for (const connection of [producer, consumerConnection]) connection.disconnect();
    await db.$disconnect();
    await pool.end();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(signal));
  await consumer.ready();
  log.info({ hostId, name: env.HOST_NAME }, "worker takes jobs");
  process.stdout.write("worker ready\n");
}

/** A bundle has the parsers' files beside it. */
function wasmBeside(): string | undefined {
  const directory = path.dirname(fileURLToPath(import.meta.url));
  return existsSync(path.join(directory, "tree-sitter-bash.wasm")) ? directory : undefined;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
