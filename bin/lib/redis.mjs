// A Redis of our own: loopback only, with a password, every write kept, nothing ever evicted.
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startChild } from "./child.mjs";
import { serviceEnvironment } from "./environment.mjs";

export function redisBinary() {
  for (const name of ["redis-server", "valkey-server"]) {
    if (spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0) return name;
  }
  return undefined;
}

/** The password stands in a file of its own account only, never in the arguments that everybody may list. */
function writeConfig({ directory, port, password, identity, persistent }) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, "redis.conf");
  const lines = [
    "bind 127.0.0.1",
    "protected-mode yes",
    `port ${port}`,
    "daemonize no",
    `dir ${directory}`,
    `requirepass ${password}`,
    `appendonly ${persistent ? "yes" : "no"}`,
    "appendfsync everysec",
    'save ""',
    "maxmemory-policy noeviction",
    'logfile ""',
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  if (identity) for (const made of [directory, file]) chownSync(made, identity.uid, identity.gid);
  return file;
}

export async function startRedis({
  binary,
  directory,
  port,
  password,
  identity,
  logFile,
  persistent = true,
}) {
  const config = writeConfig({ directory, port, password, identity, persistent });
  const started = startChild({
    command: binary,
    args: [config],
    env: serviceEnvironment(),
    cwd: "/",
    identity,
    logFile,
  });
  if (!(await started.sees(/ready to accept connections/i, 30_000))) {
    await started.stop();
    throw new Error(`Redis did not start:\n  ${started.lines.slice(-8).join("\n  ")}`);
  }
  return started;
}
