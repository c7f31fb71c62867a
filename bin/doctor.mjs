// `npm run doctor [-- --json]`: finds out what this installation runs on and has it checked, as the worker's account
// where root asks. Settings come from the environment, else from the data directory of `npm start`.
import path from "node:path";
import { main } from "../apps/worker/src/cli/doctor.ts";
import { existingAccount } from "./lib/accounts.mjs";
import { groupDirectories } from "./lib/cgroups.mjs";
import { dataDirectory, readJson } from "./lib/data-directory.mjs";
import { databaseUrl } from "./lib/urls.mjs";
import { setting } from "./lib/setting.mjs";

const data = dataDirectory();
const secrets = readJson(path.join(data, "secrets.json"));
const ports = readJson(path.join(data, "ports.json"));

function embeddedDatabase() {
  if (!secrets || !ports?.postgres) return null;
  return databaseUrl({
    user: "gatehouse_app",
    password: secrets.app,
    port: ports.postgres,
    database: "gatehouse",
  });
}

function embeddedQueue() {
  return secrets && ports?.redis ? `redis://:${secrets.redis}@127.0.0.1:${ports.redis}/0` : null;
}

const settings = {
  databaseUrl: setting("DATABASE_URL") ?? embeddedDatabase(),
  redisUrl: setting("REDIS_URL") ?? embeddedQueue(),
  publicUrl: setting("PUBLIC_URL") ?? ports?.url ?? null,
  smtpUrl: setting("SMTP_URL") ?? null,
  smtpFrom: setting("SMTP_FROM") ?? null,
  dataDirectory: setting("DATA_DIR") ?? path.join(data, "worker"),
  cgroupDirectories: groupDirectories(data),
  json: process.argv.includes("--json"),
  colour: process.stdout.isTTY === true,
};

if (process.getuid?.() === 0) {
  const { uid, gid } = existingAccount("gatehouse-worker") ?? { uid: 65534, gid: 65534 };
  process.setgroups([]);
  process.setgid(gid);
  process.setuid(uid);
}
process.exit(await main(settings));
