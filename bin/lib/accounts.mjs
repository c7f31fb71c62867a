// Started by root, nothing but the launcher stays root: an account each for the databases, the web and the worker.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Blocked } from "./say.mjs";

/** used where there is no useradd, as in a bare container: outside the ranges that Debian gives out */
const fixedIds = {
  "gatehouse-db": 64201,
  "gatehouse-web": 64202,
  "gatehouse-worker": 64203,
  "gatehouse-test": 64204,
};

export function existingAccount(name) {
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [found, , uid, gid] = line.split(":");
    if (found === name) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

export function systemAccount(name) {
  const existing = existingAccount(name);
  if (!existing) {
    const args = [
      "--system",
      "--user-group",
      "--no-create-home",
      "--home-dir",
      "/nonexistent",
      "--shell",
      "/usr/sbin/nologin",
      name,
    ];
    spawnSync("useradd", args, { stdio: "ignore" });
  }
  const identity = existing ?? existingAccount(name) ?? { uid: fixedIds[name], gid: fixedIds[name] };
  if (!identity.uid || !identity.gid) throw new Blocked(`the account ${name} must not be root.`);
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
