// `npm run rotate-keys -- new`: a new key in front of the others. `npm run rotate-keys -- seal`: every secret under the newest.
// Between the two the product is started again, so that every process knows the new key before anything needs it.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { main } from "../apps/worker/src/cli/rotate-keys.ts";
import { dataDirectory, readJson, writeJson } from "./lib/data-directory.mjs";
import { setting } from "./lib/setting.mjs";
import { databaseUrl } from "./lib/urls.mjs";

const file = path.join(dataDirectory(), "secrets.json");
const kept = readJson(file);

function embeddedDatabase() {
  const ports = readJson(path.join(dataDirectory(), "ports.json"));
  if (!kept || !ports?.postgres) return null;
  return databaseUrl({
    user: "gatehouse_app",
    password: kept.app,
    port: ports.postgres,
    database: "gatehouse",
  });
}

process.exit(
  await main({
    verb: process.argv[2],
    keys: setting("SECRET_KEYS") ?? kept?.keys ?? null,
    newKey: randomBytes(32).toString("base64url"),
    keep: setting("SECRET_KEYS") || !kept ? null : (keys) => writeJson(file, { ...kept, keys }),
    databaseUrl: setting("DATABASE_URL") ?? embeddedDatabase(),
  }),
);
