// `npm run build`: everything that runs in production, in one folder that needs no node_modules beside it.
//   dist/web      the standalone server of the web app with its static files
//   dist/worker   one bundle each of the worker, its helpers and the command lines, with the WASM files they load
//   dist/prisma   the migrations
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sourcesDigest } from "./lib/sources.mjs";
import { bundleWorker } from "./lib/worker-bundle.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const dist = path.join(root, "dist");

function run(title, script, args, more = {}) {
  console.log(title);
  const env = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    CHECKPOINT_DISABLE: "1",
    NODE_ENV: "production",
  };
  const result = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    env,
    stdio: "inherit",
    ...more,
  });
  if (result.status !== 0) {
    console.error(`build failed: ${title}`);
    process.exit(1);
  }
}

function buildWeb() {
  const app = path.join(root, "apps/web");
  run("building the web app", "node_modules/next/dist/bin/next", ["build"], { cwd: app });
  const target = path.join(dist, "web");
  cpSync(path.join(app, ".next/standalone"), target, { recursive: true, verbatimSymlinks: true });
  // The web app looks for its thread where it is started, as it does for its packages.
  cpSync(path.join(dist, "worker/guard-thread.mjs"), path.join(target, "apps/web/guard-thread.mjs"));
  cpSync(path.join(app, ".next/static"), path.join(target, "apps/web/.next/static"), { recursive: true });
  const shown = path.join(app, "public");
  if (existsSync(shown)) cpSync(shown, path.join(target, "apps/web/public"), { recursive: true });
}

const digest = sourcesDigest(root);
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
run(
  "generating the database client",
  "node_modules/prisma/build/index.js",
  ["generate", "--config", "prisma/prisma.config.ts"],
  {
    stdio: ["ignore", "ignore", "inherit"],
  },
);
console.log("bundling the worker");
await bundleWorker({ root, target: path.join(dist, "worker") }).catch((error) => {
  console.error(`build failed: ${error.message}`);
  process.exit(1);
});
cpSync(path.join(root, "prisma/migrations"), path.join(dist, "prisma/migrations"), { recursive: true });
buildWeb();
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const stamp = path.join(dist, "build.json");
writeFileSync(`${stamp}.new`, `${JSON.stringify({ digest, version, node: process.version })}\n`);
renameSync(`${stamp}.new`, stamp);
console.log(`built ${digest} into dist/`);
