// What must be on the machine before anything of ours can run. Node built-ins only: nothing is installed yet.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { lastLines, run } from "./run.mjs";
import { Blocked, say } from "./say.mjs";

export function checkPlatform(root) {
  const { engines } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const [wantMajor, wantMinor] = engines.node
    .replace(/^[^\d]*/, "")
    .split(".")
    .map(Number);
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < wantMajor || (major === wantMajor && minor < wantMinor)) {
    throw new Blocked(`Node ${process.versions.node} is too old, ${engines.node} is needed.`);
  }
  if (process.platform !== "linux") {
    throw new Blocked(`a host must run Linux, this is ${process.platform}.`, "docker compose up");
  }
}

/** True when node_modules holds exactly what the lock file names; npm keeps its own account of it there. */
function dependenciesAreCurrent(root) {
  const installedFile = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return false;
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  const locked = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  for (const [place, entry] of Object.entries(locked)) {
    if (place === "" || entry.link || !place.includes("node_modules/")) continue;
    const version = installed[place]?.version; // npm lists optional ones it left out without a version
    if (
      version === undefined ? !entry.optional && !entry.devOptional && !entry.peer : version !== entry.version
    ) {
      return false;
    }
  }
  return true;
}

export async function installDependencies(root) {
  if (dependenciesAreCurrent(root)) return;
  say("installing the dependencies (one to two minutes the first time)");
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  const args = [...before, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = await run(command, args, { cwd: root });
  if (result.status === 0) return;
  throw new Blocked(`npm ci failed:\n  ${lastLines(result.output, 15)}`);
}

function isInstalled(program) {
  const found = spawnSync("sh", ["-c", 'command -v "$1"', "sh", program], { stdio: "ignore" });
  return found.status === 0;
}

/** How this process may install packages: as root, through sudo without a password, or not at all. */
function privilegedPrefix() {
  if (process.getuid?.() === 0) return [];
  if (isInstalled("sudo") && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0)
    return ["sudo", "-n"];
  return undefined;
}

function apt(prefix, args) {
  const [command, ...rest] = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", ...args];
  return run(command, rest);
}

const policyFile = "/usr/sbin/policy-rc.d";

/** Debian starts a service as soon as it is installed. We run our own, so for this moment it is told not to. */
async function withoutStartingServices(prefix, install) {
  if (existsSync(policyFile)) return await install();
  const [command, ...rest] = [
    ...prefix,
    "sh",
    "-c",
    `printf '#!/bin/sh\\nexit 101\\n' > ${policyFile} && chmod 755 ${policyFile}`,
  ];
  spawnSync(command, rest);
  try {
    return await install();
  } finally {
    const [remove, ...arguments_] = [...prefix, "rm", "-f", policyFile];
    if (prefix.length === 0) rmSync(policyFile, { force: true });
    else spawnSync(remove, arguments_);
  }
}

/** Nor at the next start of the machine: we wanted the program, not a server without a password. */
async function keepFromStarting(prefix, service) {
  if (!isInstalled("systemctl")) return;
  const [command, ...rest] = [...prefix, "systemctl", "disable", service];
  await run(command, rest);
}

/**
 * Sees to programs of the machine. `wanted` maps a Debian package to one of its programs.
 * Installs what is missing when it may; else says the one line to run.
 */
export async function installPackages(wanted) {
  const missing = Object.entries(wanted)
    .filter(([, program]) => !isInstalled(program))
    .map(([name]) => name);
  if (missing.length === 0) return;
  if (!isInstalled("apt-get")) {
    throw new Blocked(
      `not installed: ${missing.join(", ")}.`,
      "install them with this system's package manager, then start again",
    );
  }
  const prefix = privilegedPrefix();
  const line = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (!prefix) {
    throw new Blocked(
      `not installed: ${missing.join(", ")}. Run this line once, then start again:`,
      line.replaceAll("apt-get", "sudo apt-get"),
    );
  }
  say(`installing ${missing.join(", ")} with apt-get`);
  const updated = await apt(prefix, ["update"]);
  const installed = await withoutStartingServices(prefix, () =>
    apt(prefix, ["install", "-y", "--no-install-recommends", ...missing]),
  );
  if (missing.includes("redis-server")) await keepFromStarting(prefix, "redis-server");
  if (installed.status === 0 && missing.every((name) => isInstalled(wanted[name]))) return;
  const output = updated.status === 0 ? installed.output : `${updated.output}\n${installed.output}`;
  throw new Blocked(`apt-get could not install ${missing.join(", ")}:\n  ${lastLines(output, 8)}`, line);
}
