// A Postgres and a Redis to throw away: for tests and for trying things. Nothing of them outlives stop().
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./ports.mjs";
import { ensureDatabase, newPassword, postgresBinaries, startPostgres } from "./postgres.mjs";
import { databaseUrl } from "./urls.mjs";
import { redisBinary, startRedis } from "./redis.mjs";

const nobody = { uid: 65534, gid: 65534 };

/**
 * Starts both, migrates the database "gatehouse", and makes the lesser role of web and worker.
 * `durable: false` trades safety on power loss for speed, which a test never misses.
 */
export async function startServices({ root, durable = false, database = "gatehouse" }) {
  const identity = process.getuid?.() === 0 ? nobody : undefined;
  const home = mkdtempSync(path.join(tmpdir(), "gatehouse-services-"));
  chmodSync(home, 0o755);
  const started = [];
  const stop = async () => {
    for (const { process: running, signal } of started.reverse()) await running.stop(signal);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const binary = redisBinary();
    if (!binary) throw new Error("redis-server is not installed");
    const password = newPassword();
    const appPassword = newPassword();
    const binaries = postgresBinaries(root, identity && path.join(home, "bin"));
    const extra = durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
    const [postgresPort, redisPort] = [await freePort(), await freePort()];
    const postgres = await startPostgres({
      binaries,
      directory: path.join(home, "postgres"),
      port: postgresPort,
      password,
      identity,
      extra,
    });
    started.push({ process: postgres, signal: "SIGINT" });
    const redis = await startRedis({
      binary,
      directory: path.join(home, "redis"),
      port: redisPort,
      password,
      identity,
      persistent: durable,
    });
    started.push({ process: redis, signal: "SIGTERM" });

    const environment = {
      MIGRATE_DATABASE_URL: databaseUrl({ user: "gatehouse", password, port: postgresPort, database }),
      DATABASE_URL: databaseUrl({
        user: "gatehouse_app",
        password: appPassword,
        port: postgresPort,
        database,
      }),
      REDIS_URL: `redis://:${password}@127.0.0.1:${redisPort}/0`,
    };
    await ensureDatabase(root, environment.MIGRATE_DATABASE_URL);
    migrateWith(root, environment);
    return { environment, postgres, redis, home, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function migrateWith(root, environment) {
  const tsx = path.join(root, "node_modules/tsx/dist/cli.mjs");
  const result = spawnSync(process.execPath, [tsx, path.join(root, "bin/migrate.mjs")], {
    cwd: root,
    env: { ...process.env, ...environment },
    encoding: "utf8",
  });
  if (result.status !== 0) throw new Error(result.stderr.trim() || result.stdout.trim());
}

export function writeEnvironmentFile(file, environment) {
  const lines = Object.entries(environment).map(([name, value]) => `export ${name}='${value}'`);
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
}
