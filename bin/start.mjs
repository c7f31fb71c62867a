// `npm start`: everything, on a fresh clone as well as on one that ran before. Node built-ins only up to the point where
// the dependencies are there. Options: --port N, --host ADDRESS, --worker-only, which starts nothing but a worker for an
// installation on other machines (`npm run worker`), and --dev, which runs the sources (`npm run dev`).
// Environment: PUBLIC_URL, DATABASE_URL, MIGRATE_DATABASE_URL, REDIS_URL, GATEHOUSE_DATA; .env.example says what each is.
import { mkdirSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { serviceAccounts } from "./lib/accounts.mjs";
import { removeGroups } from "./lib/cgroups.mjs";
import { startWeb } from "./lib/application.mjs";
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
import { addWorker, givenSettings, remoteAddresses } from "./lib/worker-part.mjs";

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

/** What every start needs before its first process: accounts, a release, room for logs, nothing left of an earlier one. */
async function prepare({ options, data }) {
  const accounts = serviceAccounts();
  checkIsolation(accounts.worker);
  const parts = options.dev
    ? await sources()
    : releaseParts({ node: nodeFor(accounts.worker, data), release: await prepareRelease(root, data) });
  mkdirSync(path.join(data, "bin"), { recursive: true });
  privateDirectory(path.join(data, "logs"));
  await endLeftovers(data);
  return { accounts, parts };
}

/** Only a worker, for an installation on other machines. It joins once with a token from the hosts page. */
async function startWorkerOnly({ options, data, supervisor }) {
  const addresses = remoteAddresses();
  const { accounts, parts } = await prepare({ options, data });
  const token = setting("GATEHOUSE_JOIN_TOKEN");
  const environment = {
    ...addresses,
    LOG_LEVEL: process.env.LOG_LEVEL ?? "info",
    ...(token ? { GATEHOUSE_JOIN_TOKEN: token } : {}),
  };
  await addWorker({ parts, data, supervisor, identity: accounts.worker, environment });
  return `Gatehouse worker is ready: host ${process.env.HOST_NAME ?? hostname()}`;
}

async function start({ options, data, supervisor }) {
  const { accounts, parts } = await prepare({ options, data });
  const secrets = loadSecrets(data);
  const portsFile = path.join(data, "ports.json");
  const ports = readJson(portsFile) ?? {};
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
      ...givenSettings(["TRUST_PROXY", "METRICS_TOKEN", "OTEL_EXPORTER_OTLP_ENDPOINT"]),
    },
    identity: accounts.web,
    logFile: path.join(data, "logs/web.log"),
  };
  await supervisor.add({ name: "the web server", start: () => startWeb(web), patienceMs: 5_000 });
  const joining = { DATABASE_URL: database.app };
  const joinToken = runCommand({ parts, name: "join-token", environment: joining, identity: accounts.web });
  await addWorker({
    parts,
    data,
    supervisor,
    identity: accounts.worker,
    environment: {
      ...common,
      SECRET_KEYS: setting("SECRET_KEYS") ?? secrets.keys,
      GATEHOUSE_JOIN_TOKEN: joinToken,
    },
  });

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
    ...(options.workerOnly || setting("REDIS_URL") ? {} : { "redis-server": "redis-server" }),
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
    const begin = options.workerOnly ? startWorkerOnly : start;
    const line = await begin({ options, data, supervisor });
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
