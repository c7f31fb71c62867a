#!/usr/bin/env node
// `npm run fuzz -- [--cases N] [--minutes M] [--seed S]`: looks for a way round the guard; a sandbox is never tried as root.
import { spawn } from "node:child_process";
import path from "node:path";
import { identityFor, rerunAs } from "./lib/as-ordinary.mjs";

const root = path.resolve(import.meta.dirname, "..");
if (process.getuid?.() === 0) process.exit(await rerunAs(identityFor(root)));
const main = path.join(root, "test/fuzz/guard.ts");
const child = spawn(process.execPath, ["--import", "tsx", main, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
