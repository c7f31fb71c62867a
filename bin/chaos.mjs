#!/usr/bin/env node
// `npm run chaos -- [--minutes M | --seconds S] [--seed N] [--json] [--logs DIR]`: the whole product in namespaces of its
// own while its parts are killed, stopped, cut off, filled and put into another time; then the invariants are checked.
// Everything runs in one user, process, network and mount namespace: its end, whatever caused it, is the end of all.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const nobody = 65534;
const isRoot = process.getuid?.() === 0;
const identity = isRoot ? { uid: nobody, gid: nobody } : {};

const needed = { bwrap: "bubblewrap", "redis-server": "redis-server", ip: "iproute2", nsenter: "util-linux" };
const missing = Object.entries(needed).filter(
  ([program]) => spawnSync("which", [program], { stdio: "ignore" }).status !== 0,
);
const clock = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
  .map((name) => `/usr/lib/${name}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));
if (!clock) missing.push(["faketime", "faketime"]);
if (missing.length > 0) {
  console.error(`chaos: not installed: apt-get install ${missing.map(([, name]) => name).join(" ")}`);
  process.exit(2);
}

const home = mkdtempSync(path.join(tmpdir(), "gatehouse-chaos-"));
if (isRoot) chownSync(home, nobody, nobody);
const main = path.join(root, "test/chaos/main.ts");
const program = [process.execPath, "--import", "tsx", main, ...process.argv.slice(2)];
// The shell is process 1 of the namespace: it reaps what loses its parent, which Node would not.
const script =
  'trap \'kill -TERM "$child" 2>/dev/null\' TERM INT; "$@" & child=$!; while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done; exit "$code"';
const namespaces = [
  "--user",
  "--map-root-user",
  "--net",
  "--mount",
  "--pid",
  "--fork",
  "--kill-child",
  "--mount-proc",
];
const child = spawn("unshare", [...namespaces, "bash", "-c", script, "chaos", ...program], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    HOME: home,
    TMPDIR: home,
    XDG_CACHE_HOME: path.join(home, "cache"),
    CHAOS_CLOCK: clock,
  },
  ...identity,
});
const stop = () => {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), 20_000).unref();
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
child.on("exit", (code) => {
  rmSync(home, { recursive: true, force: true });
  process.exit(code ?? 1);
});
