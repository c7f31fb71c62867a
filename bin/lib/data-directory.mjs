// The data directory: secrets made once, the ports of last time, who runs on it, and what was left running.
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { endLeftover, isAlive, startTimeOf } from "./processes.mjs";
import { Blocked, say } from "./say.mjs";

const neededBytes = 300 * 1024 ** 2;

export function dataDirectory() {
  if (process.env.GATEHOUSE_DATA) return path.resolve(process.env.GATEHOUSE_DATA);
  if (process.getuid?.() === 0) return "/var/lib/gatehouse";
  return path.join(process.env.XDG_DATA_HOME || path.join(homedir(), ".local/share"), "gatehouse");
}

/** A directory that one account owns and nobody else enters. */
export function privateDirectory(directory, identity) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  if (identity) chownSync(directory, identity.uid, identity.gid);
  return directory;
}

export function prepareDataDirectory(directory) {
  const asRoot = process.getuid?.() === 0;
  try {
    mkdirSync(directory, { recursive: true, mode: asRoot ? 0o755 : 0o700 });
    chmodSync(directory, asRoot ? 0o755 : 0o700);
  } catch (error) {
    throw new Blocked(
      `the data directory ${directory} cannot be made: ${error.message}`,
      "GATEHOUSE_DATA=DIR npm start",
    );
  }
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize < neededBytes) {
    const free = Math.floor((bavail * bsize) / 1024 ** 2);
    throw new Blocked(
      `the disk is full: ${free} MiB are free below ${directory}, 300 are needed.`,
      `df -h ${directory}`,
    );
  }
}

/** One launcher a data directory. The file is made exclusively; one whose process is gone is swept away. */
export function lockDataDirectory(directory) {
  const file = path.join(directory, "launcher.json");
  const mine = { pid: process.pid, startTime: startTimeOf(process.pid) };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const descriptor = openSync(file, "wx", 0o600);
      writeFileSync(descriptor, JSON.stringify(mine));
      closeSync(descriptor);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const other = readJson(file) ?? {};
      if (isAlive(other)) {
        throw new Blocked(
          `it runs already on ${directory}, as process ${other.pid}.`,
          `kill ${other.pid}   (to stop it)`,
        );
      }
      rmSync(file, { force: true });
    }
  }
  throw new Blocked(`${file} cannot be taken: another start is under way.`);
}

export function readJson(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function writeJson(file, value) {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Made at the first start and kept: a secret that changed would lock everybody out of what it protects. */
export function loadSecrets(directory) {
  const file = path.join(directory, "secrets.json");
  if (existsSync(file) && !readJson(file))
    throw new Blocked(`${file} is damaged; bring it back from a backup.`);
  const kept = readJson(file) ?? {};
  const secrets = { ...kept };
  for (const name of ["postgres", "app", "redis", "auth", "keys"])
    secrets[name] ??= randomBytes(32).toString("base64url");
  if (Object.keys(secrets).length !== Object.keys(kept).length) writeJson(file, secrets);
  return secrets;
}

export async function endLeftovers(directory) {
  const file = path.join(directory, "processes.json");
  const left = (readJson(file) ?? []).filter(isAlive);
  if (left.length === 0) return;
  say(`ending ${left.map(({ name }) => name).join(", ")} left by a start that was killed`);
  for (const entry of left.reverse()) await endLeftover(entry);
}
