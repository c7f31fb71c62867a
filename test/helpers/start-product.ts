import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const startMs = 360_000;

/**
 * Playwright's global set-up: starts the product as `npm start` does, on an empty data directory.
 * The tests find the one-time link in SETUP_LINK and the data directory (logs, processes.json) in GATEHOUSE_DATA.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
  const data = mkdtempSync(path.join(tmpdir(), "gatehouse-e2e-"));
  const env: NodeJS.ProcessEnv = { ...process.env, GATEHOUSE_DATA: data };
  for (const name of ["DATABASE_URL", "MIGRATE_DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "PORT"])
    delete env[name];
  const args = [path.join(root, "bin/start.mjs"), "--port", process.env.E2E_PORT ?? ""];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");

  const link = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the product did not start in time")), startMs);
    ended.then(([code]) => reject(new Error(`the product ended with code ${code} while it started`)), reject);
    createInterface({ input: child.stdout }).on("line", (line) => {
      console.log(`[start] ${line}`);
      const found = /^Set up Gatehouse: (\S+)$/.exec(line)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  }).catch((error: unknown) => {
    child.kill("SIGTERM");
    throw error;
  });
  process.env.SETUP_LINK = link;
  process.env.GATEHOUSE_DATA = data;

  return async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
}
