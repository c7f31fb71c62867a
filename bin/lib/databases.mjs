// Postgres and Redis of the product: the ones that DATABASE_URL and REDIS_URL name, else embedded ones of our own.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { privateDirectory } from "./data-directory.mjs";
import { serviceEnvironment } from "./environment.mjs";
import { keptPort } from "./ports.mjs";
import { ensureDatabase, postgresBinaries, startPostgres } from "./postgres.mjs";
import { redisBinary, startRedis } from "./redis.mjs";
import { Blocked, say } from "./say.mjs";
import { setting } from "./setting.mjs";
import { databaseUrl } from "./urls.mjs";

const logSettings = { log_min_messages: "warning" };

/** With one address only, the lesser role is made in that database; its name is our own, so that nothing is taken over. */
function namedDatabase(secrets) {
  const given = setting("DATABASE_URL");
  const owner = setting("MIGRATE_DATABASE_URL");
  if (owner) return { owner, app: given };
  const app = new URL(given);
  app.username = `gatehouse_app_${secrets.app
    .replace(/[^a-z0-9]/gi, "")
    .slice(0, 6)
    .toLowerCase()}`;
  app.password = secrets.app;
  return { owner: given, app: app.href };
}

export async function startDatabase({ root, data, secrets, ports, supervisor, identity }) {
  if (setting("DATABASE_URL")) return namedDatabase(secrets);
  say("starting Postgres");
  ports.postgres = await keptPort(ports.postgres);
  const options = {
    binaries: postgresBinaries(root, path.join(data, "bin")),
    directory: path.join(data, "postgres"),
    port: ports.postgres,
    password: secrets.postgres,
    identity,
    logFile: path.join(data, "logs/postgres.log"),
    extra: logSettings,
  };
  const start = () => startPostgres(options);
  await supervisor.add({ name: "Postgres", start, signal: "SIGINT", isDatabase: true, patienceMs: 30_000 });
  const place = { port: ports.postgres, database: "gatehouse" };
  const owner = databaseUrl({ user: "gatehouse", password: secrets.postgres, ...place });
  await ensureDatabase(root, owner);
  return { owner, app: databaseUrl({ user: "gatehouse_app", password: secrets.app, ...place }) };
}

export async function startQueue({ data, secrets, ports, supervisor, identity }) {
  const given = setting("REDIS_URL");
  if (given) return given;
  say("starting Redis");
  ports.redis = await keptPort(ports.redis);
  const options = {
    binary: redisBinary(),
    directory: privateDirectory(path.join(data, "redis"), identity),
    port: ports.redis,
    password: secrets.redis,
    identity,
    logFile: path.join(data, "logs/redis.log"),
  };
  await supervisor.add({ name: "Redis", start: () => startRedis(options), isDatabase: true });
  return `redis://:${secrets.redis}@127.0.0.1:${ports.redis}/0`;
}

/** Runs one of the product's own commands to its end and gives back what it printed. */
export function runCommand({ parts, name, environment, identity }) {
  const { command, args, cwd, environment: own } = parts.command(name);
  const env = serviceEnvironment({ ...own, ...environment });
  const result = spawnSync(command, args, { env, cwd, encoding: "utf8", timeout: 300_000, ...identity });
  if (result.status === 0) return result.stdout.trim();
  throw new Blocked((result.error?.message ?? (result.stderr || result.stdout)).trim());
}
