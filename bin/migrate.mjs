// Brings a database to the newest migration: `node bin/migrate.mjs [--migrations DIR]`, or bundled beside the worker.
// MIGRATE_DATABASE_URL names its owner; DATABASE_URL, when it names another role, is the role of web and worker.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "../packages/services/src/migrate.ts";
import { setting } from "./lib/setting.mjs";

const flag = process.argv.indexOf("--migrations");
const beside = path.join(path.dirname(fileURLToPath(import.meta.url)), "../prisma/migrations");
const directory = flag > 0 ? process.argv[flag + 1] : beside;

const appUrl = setting("DATABASE_URL");
const ownerUrl = setting("MIGRATE_DATABASE_URL") ?? appUrl;
if (!ownerUrl) {
  console.error("MIGRATE_DATABASE_URL is not set: the database to migrate, as its owner");
  process.exit(2);
}

let role;
if (appUrl && new URL(appUrl).username !== new URL(ownerUrl).username) {
  const { username, password } = new URL(appUrl);
  role = {
    name: decodeURIComponent(username),
    ...(password ? { password: decodeURIComponent(password) } : {}),
  };
}

try {
  const { applied } = await migrate(ownerUrl, directory, role);
  console.log(applied.length > 0 ? `applied ${applied.join(", ")}` : "the database is current");
  process.exit(0);
} catch (error) {
  console.error(`migration failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
