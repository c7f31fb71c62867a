#!/usr/bin/env node
// Runs test/bench as an ordinary user: the sandbox refuses root, and figures taken as root would be others.
import { spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { installPackages } from "./lib/requirements.mjs";
import { explain } from "./lib/say.mjs";

const root = path.resolve(import.meta.dirname, "..");
const nobody = 65534;
try {
  await installPackages({ bubblewrap: "bwrap", socat: "socat", strace: "strace", git: "git", ripgrep: "rg" });
} catch (error) {
  explain(error);
  process.exit(1);
}
const isRoot = process.getuid?.() === 0;
const home = mkdtempSync(path.join(tmpdir(), "gatehouse-bench-"));
if (isRoot) chownSync(home, nobody, nobody);

const child = spawn(
  process.execPath,
  ["--import", "tsx", path.join(root, "test/bench/main.ts"), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, HOME: home, TMPDIR: home, XDG_CACHE_HOME: path.join(home, "cache") },
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => {
  rmSync(home, { recursive: true, force: true });
  process.exit(code ?? (signal ? 1 : 0));
});
