// Started by root, nothing but the launcher stays root: an account each for the databases, the web and the worker.
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { Blocked } from "./say.mjs";

/** used where there is no useradd, as in a bare container: outside the ranges that Debian gives out */
const fixedIds = {
  "gatehouse-db": 64201,
  "gatehouse-web": 64202,
  "gatehouse-worker": 64203,
  "gatehouse-test": 64204,
  "gatehouse-elevated": 64205,
};

export function existingAccount(name) {
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [found, , uid, gid] = line.split(":");
    if (found === name) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** A bare container has no useradd; two lines do what it does, and Postgres wants its account to have a name. */
function writeAccount(name) {
  const id = fixedIds[name];
  appendFileSync("/etc/group", `${name}:x:${id}:\n`);
  appendFileSync("/etc/passwd", `${name}:x:${id}:${id}::/nonexistent:/usr/sbin/nologin\n`);
}

export function systemAccount(name) {
  if (!existingAccount(name)) {
    const args = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"];
    const made = spawnSync("useradd", [...args, "--shell", "/usr/sbin/nologin", name], { encoding: "utf8" });
    if (made.error?.code === "ENOENT") writeAccount(name);
    else if (made.status !== 0)
      throw new Blocked(`the account ${name} cannot be made: ${made.stderr.trim()}`);
  }
  const identity = existingAccount(name);
  if (!identity?.uid || !identity.gid) throw new Blocked(`the account ${name} must exist, and not be root.`);
  return identity;
}

/** One identity a part; none when an ordinary person starts it, whose own account then serves all. */
export function serviceAccounts() {
  if (process.getuid?.() !== 0) return { db: undefined, web: undefined, worker: undefined };
  return {
    db: systemAccount("gatehouse-db"),
    web: systemAccount("gatehouse-web"),
    worker: systemAccount("gatehouse-worker"),
  };
}
