// `npm start`: everything, on a fresh clone as well as on one that ran before. Node built-ins only up to the point where
// the dependencies are there. Options: --port N, --host ADDRESS, and --dev, which runs the sources (`npm run dev`).
// Environment: PUBLIC_URL, DATABASE_URL, MIGRATE_DATABASE_URL, REDIS_URL, GATEHOUSE_DATA; .env.example says what each is.
import { mkdirSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { serviceAccounts } from "./lib/accounts.mjs";
import { delegateGroups, removeGroups } from "./lib/cgroups.mjs";
import { startWeb, startWorker } from "./lib/application.mjs";
import {
  dataDirectory,
  endLeftovers,
  loadSecrets,
  lockDataDirectory,
  prepareDataDirectory,
  privateDirectory,
  readJson,
  writeJson,
} from "./lib/data-directory.mjs";
import { runCommand, startDatabase, startQueue } from "./lib/databases.mjs";
import { checkIsolation } from "./lib/isolation.mjs";
import { releaseParts, sourceParts } from "./lib/parts.mjs";
import { publicUrl, readOptions, webPort } from "./lib/options.mjs";
import { nodeFor, prepareRelease } from "./lib/release.mjs";
import { checkPlatform, installDependencies, installPackages } from "./lib/requirements.mjs";
import { run, stopRunning } from "./lib/run.mjs";
import { Blocked, explain, say } from "./lib/say.mjs";
import { setting } from "./lib/setting.mjs";
import { createSupervisor } from "./lib/supervise.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

async function sources() {
  const args = [
    path.join(root, "node_modules/prisma/build/index.js"),
    "generate",
    "--config",
    "prisma/prisma.config.ts",
  ];
  const { status, output } = await run(process.execPath, args, { cwd: root });
  if (status !== 0) throw new Blocked(`the database client could not be generated:\n${output}`);
  return sourceParts(root);
}

async function start({ options, data, supervisor }) {
  const accounts = serviceAccounts();
  checkIsolation(accounts.worker);
  const parts = options.dev
    ? await sources()
    : releaseParts({ node: nodeFor(accounts.worker, data), release: await prepareRelease(root, data) });
  mkdirSync(path.join(data, "bin"), { recursive: true });
  privateDirectory(path.join(data, "logs"));
  const secrets = loadSecrets(data);
  const portsFile = path.join(data, "ports.json");
  const ports = readJson(portsFile) ?? {};
  await endLeftovers(data);
  ports.web = await webPort(options, ports.web);

  const shared = { root, data, secrets, ports, supervisor, identity: accounts.db };
  const database = await startDatabase(shared);
  const queue = await startQueue(shared);

  say("migrating the database");
  const owner = { MIGRATE_DATABASE_URL: database.owner, DATABASE_URL: database.app };
  runCommand({ parts, name: "migrate", environment: owner, identity: accounts.db });

  const url = publicUrl({ host: options.host, port: ports.web });
  writeJson(portsFile, { ...ports, url });
  const level = process.env.LOG_LEVEL ?? "info";
  const common = { DATABASE_URL: database.app, REDIS_URL: queue, LOG_LEVEL: level };
  say("starting the web server");
  const web = {
    parts,
    host: options.host,
    port: ports.web,
    environment: {
      ...common,
      PUBLIC_URL: url,
      AUTH_SECRET: setting("AUTH_SECRET") ?? secrets.auth,
      SECRET_KEYS: setting("SECRET_KEYS") ?? secrets.keys,
      ...(process.env.TRUST_PROXY ? { TRUST_PROXY: process.env.TRUST_PROXY } : {}),
    },
    identity: accounts.web,
    logFile: path.join(data, "logs/web.log"),
  };
  await supervisor.add({ name: "the web server", start: () => startWeb(web), patienceMs: 5_000 });
  say("starting the worker");
  const worker = {
    parts,
    environment: {
      ...common,
      SECRET_KEYS: setting("SECRET_KEYS") ?? secrets.keys,
      DATA_DIR: privateDirectory(path.join(data, "worker"), accounts.worker),
      HOST_NAME: process.env.HOST_NAME ?? hostname(),
      ...(process.env.CONCURRENCY ? { CONCURRENCY: process.env.CONCURRENCY } : {}),
    },
    identity: accounts.worker,
    logFile: path.join(data, "logs/worker.log"),
    place: delegateGroups(data, accounts.worker),
  };
  await supervisor.add({ name: "the worker", start: () => startWorker(worker), patienceMs: 15_000 });

  const environment = { DATABASE_URL: database.app, PUBLIC_URL: url };
  return runCommand({ parts, name: "setup-link", environment, identity: accounts.web });
}

/** An npm that is killed outright tells nobody; what it started must not run on unseen. */
function whenParentEnds(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    say("npm has ended: stopping");
    act();
  }, 1_000);
  timer.unref();
}

async function main() {
  const options = readOptions();
  checkPlatform(root);
  await installPackages({
    bubblewrap: "bwrap",
    // the way out of networked calls, and the record of what really ran
    socat: "socat",
    strace: "strace",
    ...(setting("REDIS_URL") ? {} : { "redis-server": "redis-server" }),
  });
  await installDependencies(root);
  const data = dataDirectory();
  prepareDataDirectory(data);
  const unlock = lockDataDirectory(data);

  let ending = false;
  const supervisor = createSupervisor({
    record: (processes) => writeJson(path.join(data, "processes.json"), processes),
    collapse: (reason) => {
      console.error(`\nGatehouse stops: ${reason}`);
      end(1);
    },
  });
  async function end(code) {
    if (ending) return;
    ending = true;
    stopRunning();
    await supervisor.stop();
    removeGroups(data);
    unlock();
    process.exit(code);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (!ending) say("stopping");
      end(0);
    });
  }
  if (process.env.npm_lifecycle_event) whenParentEnds(() => end(0));
  try {
    const line = await start({ options, data, supervisor });
    if (!ending) console.log(line);
  } catch (error) {
    if (!ending) explain(error);
    await end(1);
  }
}

main().catch((error) => {
  explain(error);
  process.exit(1);
});
