// `node bin/migration.mjs NAME` writes a migration for what changed in prisma/schema.prisma;
// `node bin/migration.mjs --check` fails when schema and migrations disagree. Both bring a Postgres of their own.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startServices } from "./lib/services.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const migrations = path.join(root, "prisma/migrations");
const name = process.argv[2];
if (!name || !/^(--check|[a-z0-9_]+)$/.test(name)) {
  console.error("usage: node bin/migration.mjs NAME | --check");
  process.exit(2);
}

function difference(environment) {
  const shadow = new URL(environment.MIGRATE_DATABASE_URL);
  shadow.pathname = "/postgres";
  const args = [
    path.join(root, "node_modules/prisma/build/index.js"),
    ...["migrate", "diff", "--config", "prisma/prisma.config.ts", "--script", "--exit-code"],
    ...["--from-migrations", migrations, "--to-schema", path.join(root, "prisma/schema.prisma")],
  ];
  const env = { ...process.env, ...environment, SHADOW_DATABASE_URL: shadow.href };
  const result = spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
  if (result.status !== 0 && result.status !== 2) throw new Error(result.stderr || result.stdout);
  return result.status === 2 ? result.stdout : "";
}

const services = await startServices({ root });
try {
  const script = difference(services.environment);
  if (name === "--check") {
    console.log(
      script ? `schema and migrations disagree; missing:\n${script}` : "schema and migrations agree",
    );
    process.exitCode = script ? 1 : 0;
  } else if (!script) {
    console.log("nothing changed");
  } else {
    const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
    const folder = path.join(migrations, `${stamp}_${name}`);
    mkdirSync(folder);
    writeFileSync(path.join(folder, "migration.sql"), script);
    console.log(`wrote ${path.relative(root, folder)}/migration.sql: read it before you commit it`);
  }
} finally {
  await services.stop();
}
