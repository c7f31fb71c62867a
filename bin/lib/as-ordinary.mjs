// Started by root, a command line of the sandbox goes on as somebody else: nothing may run as uid 0 inside or around a
// sandbox. The workspace's owner is the natural one; a workspace of root's own is served by the worker's account or,
// where there is none, by `nobody`, who can read there what everybody can.
import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import os from "node:os";

const lifelineFd = 3;
const lifelineName = "GATEHOUSE_LIFELINE";

/** In the process that goes on for another: `ended` is called when that other is gone, whatever ended it. */
export function followLifeline(net, ended) {
  if (process.env[lifelineName] !== String(lifelineFd)) return;
  delete process.env[lifelineName];
  const line = new net.Socket({ fd: lifelineFd, readable: true, writable: false });
  line.on("error", ended);
  line.on("close", ended);
  line.resume();
  line.unref();
}

export function identityFor(workspace) {
  const owner = statSync(workspace);
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ["gatehouse-worker", "nobody"]) {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((text) => text.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(":") ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("there is no account but root to run as");
}

/** Runs this same command line under another identity; resolves to its exit code. */
export function rerunAs({ uid, gid }) {
  const child = spawn(process.execPath, process.argv.slice(1), {
    uid,
    gid,
    env: { ...process.env, [lifelineName]: String(lifelineFd) },
    stdio: ["inherit", "inherit", "inherit", "pipe"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])
    process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal] ?? 9)));
  });
}
