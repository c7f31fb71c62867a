// The database and the secrets of an installation, for a command that works on it from outside: the ones that the
// environment names, else those of the data directory, whose Postgres is started for the moment when nothing runs.
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { serviceAccounts } from "./accounts.mjs";
import { isAlive } from "./processes.mjs";
import {
  dataDirectory,
  loadSecrets,
  lockDataDirectory,
  prepareDataDirectory,
  readJson,
  writeJson,
} from "./data-directory.mjs";
import { keptPort } from "./ports.mjs";
import { ensureDatabase, postgresBinaries, startPostgres } from "./postgres.mjs";
import { Blocked } from "./say.mjs";
import { setting } from "./setting.mjs";
import { databaseUrl } from "./urls.mjs";

function named(data) {
  const app = setting("DATABASE_URL");
  const owner = setting("MIGRATE_DATABASE_URL") ?? app;
  const { username, password } = new URL(app);
  const role =
    owner === app
      ? undefined
      : {
          name: decodeURIComponent(username),
          ...(password ? { password: decodeURIComponent(password) } : {}),
        };
  return { owner, role, data, close: async () => undefined };
}

function runs(data) {
  return isAlive(readJson(path.join(data, "launcher.json")) ?? {});
}

/**
 * @param exclusive nothing else may run on the data directory, and it may be new
 * @returns {{ owner: string, role?: { name: string, password?: string }, data: string, close(): Promise<void> }}
 */
export async function openInstallation({ root, exclusive }) {
  const data = dataDirectory();
  if (setting("DATABASE_URL")) return named(data);
  const known = existsSync(path.join(data, "postgres/PG_VERSION"));
  if (!exclusive && !known)
    throw new Blocked(
      `there is no installation in ${data}.`,
      "GATEHOUSE_DATA=DIR, or DATABASE_URL and MIGRATE_DATABASE_URL, name another",
    );
  if (exclusive) prepareDataDirectory(data);
  const secrets = loadSecrets(data);
  const ports = readJson(path.join(data, "ports.json")) ?? {};
  const place = (port) => ({ port, database: "gatehouse" });
  const urls = (port) => ({
    owner: databaseUrl({ user: "gatehouse", password: secrets.postgres, ...place(port) }),
    role: { name: "gatehouse_app", password: secrets.app },
  });
  if (!exclusive && runs(data)) return { ...urls(ports.postgres), data, close: async () => undefined };

  const unlock = lockDataDirectory(data);
  try {
    mkdirSync(path.join(data, "bin"), { recursive: true });
    mkdirSync(path.join(data, "logs"), { recursive: true, mode: 0o700 });
    const port = await keptPort(ports.postgres);
    writeJson(path.join(data, "ports.json"), { ...ports, postgres: port });
    const postgres = await startPostgres({
      binaries: postgresBinaries(root, path.join(data, "bin")),
      directory: path.join(data, "postgres"),
      port,
      password: secrets.postgres,
      identity: serviceAccounts().db,
      logFile: path.join(data, "logs/postgres.log"),
    });
    const close = async () => {
      await postgres.stop("SIGINT", 30_000);
      unlock();
    };
    try {
      await ensureDatabase(root, urls(port).owner);
    } catch (error) {
      await close();
      throw error;
    }
    return { ...urls(port), data, close };
  } catch (error) {
    unlock();
    throw error;
  }
}
