// `npm run audit -- verify [--json] [ORG]`: recomputes the audit chains of an installation.
// The database comes from the environment, else from the data directory of `npm start`.
import { readFileSync } from "node:fs";
import path from "node:path";
import { main } from "../apps/worker/src/cli/audit.ts";
import { dataDirectory, readJson } from "./lib/data-directory.mjs";
import { databaseUrl } from "./lib/urls.mjs";

function setting(name) {
  const file = process.env[`${name}_FILE`];
  return (file ? readFileSync(file, "utf8").trim() : process.env[name]) || undefined;
}

function embeddedDatabase() {
  const data = dataDirectory();
  const secrets = readJson(path.join(data, "secrets.json"));
  const ports = readJson(path.join(data, "ports.json"));
  if (!secrets || !ports?.postgres) return null;
  const { app: password } = secrets;
  return databaseUrl({ user: "gatehouse_app", password, port: ports.postgres, database: "gatehouse" });
}

const args = process.argv.slice(2);
process.exit(
  await main({
    args: args.filter((arg) => arg !== "--json"),
    databaseUrl: setting("DATABASE_URL") ?? embeddedDatabase(),
    json: args.includes("--json"),
  }),
);
