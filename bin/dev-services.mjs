// `node bin/dev-services.mjs [FILE]`: a migrated throw-away Postgres and a Redis until Ctrl-C.
// Their addresses are written to FILE (default .gatehouse/services.env) as lines that a shell can source.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startServices, writeEnvironmentFile } from "./lib/services.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const file = path.resolve(process.argv[2] ?? path.join(root, ".gatehouse/services.env"));

const services = await startServices({ root });
mkdirSync(path.dirname(file), { recursive: true });
writeEnvironmentFile(file, services.environment);
console.log(`ready: source ${file} (process ${process.pid}; Ctrl-C or SIGTERM ends and removes them)`);

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  rmSync(file, { force: true });
  await services.stop();
  process.exit(0);
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const running of [services.postgres, services.redis]) {
  running.exited.then(() => {
    if (!stopping) console.error(`a service ended by itself:\n  ${running.lines.slice(-5).join("\n  ")}`);
    return stop();
  });
}
