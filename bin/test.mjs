// `npm test`: everything, on a fresh machine too. Installs what the tests need, runs `npm run check`, then the tests that
// need services, the build, and the product in a real browser. Ends with one line: "N passed, N failed".
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { systemAccount } from "./lib/accounts.mjs";
import { freePort } from "./lib/ports.mjs";
import { makePrivateCopy } from "./lib/private-copy.mjs";
import { checkPlatform, installDependencies, installPackages } from "./lib/requirements.mjs";
import { smokeAsRoot } from "./lib/root-smoke.mjs";
import { run } from "./lib/run.mjs";
import { explain, say } from "./lib/say.mjs";
import { startServices } from "./lib/services.mjs";
import { createStages, createTally, isInterrupted, runShown } from "./lib/stages.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const minute = 60_000;

const packages = {
  bubblewrap: "bwrap",
  "redis-server": "redis-server",
  git: "git",
  python3: "python3",
  shfmt: "shfmt",
  strace: "strace",
  socat: "socat",
  busybox: "busybox",
  curl: "curl",
  openssl: "openssl",
  "python3-pip": "/usr/bin/pip3",
  faketime: "faketime",
  iproute2: "ip",
};

/** Debian's browser; where Chromium is only a snap, as on Ubuntu, the one that the test runner brings. */
async function installBrowser() {
  if (process.env.CHROMIUM_PATH) return;
  const snapOnly =
    existsSync("/etc/os-release") && /^ID=ubuntu$/m.test(readFileSync("/etc/os-release", "utf8"));
  if (!snapOnly) return installPackages({ chromium: "chromium" });
  const args = [
    path.join(root, "node_modules/@playwright/test/cli.js"),
    "install",
    "--with-deps",
    "chromium",
  ];
  await runShown(process.execPath, args, { cwd: root, timeoutMs: 5 * minute });
}

function cleanEnvironment(more = {}) {
  const env = {
    ...process.env,
    CI: "1",
    NO_COLOR: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    CHECKPOINT_DISABLE: "1",
    ...more,
  };
  for (const name of [
    "DATABASE_URL",
    "MIGRATE_DATABASE_URL",
    "REDIS_URL",
    "PUBLIC_URL",
    "PORT",
    "GATEHOUSE_DATA",
    "FORCE_COLOR",
    "NODE_ENV",
  ]) {
    delete env[name];
  }
  return env;
}

/** All stages but the one of root, in the tree at `root`, as whoever runs this. */
async function runStages(tally) {
  const scratch = mkdtempSync(path.join(tmpdir(), "gatehouse-reports-"));
  const stages = createStages({ root, scratch, tally });
  const env = cleanEnvironment();
  const prisma = path.join(root, "node_modules/prisma/build/index.js");
  await stages.step("database client", [prisma, "generate", "--config", "prisma/prisma.config.ts"], {
    env,
    timeoutMs: minute,
  });
  await stages.check(env);

  const services = await startServices({ root });
  try {
    const withServices = { ...env, ...services.environment };
    await stages.step("schema and migrations agree", [path.join(root, "bin/migration.mjs"), "--check"], {
      env,
      timeoutMs: 2 * minute,
    });
    await stages.vitest("integration", { env: withServices, timeoutMs: 14 * minute });
    await stages.vitest("sandbox", { env: withServices, timeoutMs: 8 * minute });
  } finally {
    await services.stop();
  }
  const built = await stages.step("build", [path.join(root, "bin/build.mjs")], {
    env,
    timeoutMs: 5 * minute,
  });
  if (built) await stages.browser({ ...env, E2E_PORT: String(await freePort()) });
  else tally.addStep("browser tests", false);
  rmSync(scratch, { recursive: true, force: true });
}

/** On a host that was set up for calls outside the sandbox. */
async function runElevated(tally) {
  const scratch = mkdtempSync(path.join(tmpdir(), "gatehouse-reports-"));
  const stages = createStages({ root, scratch, tally });
  const services = await startServices({ root });
  try {
    const env = cleanEnvironment(services.environment);
    await stages.vitest("elevation", { env: { ...env, ...services.environment }, timeoutMs: 2 * minute });
  } finally {
    await services.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Only root can set up calls outside the sandbox, for the time of the tests and for their account alone. */
async function elevation(words) {
  const args = [path.join(root, "bin/elevation.mjs"), ...words, "--worker", "gatehouse-test"];
  const { status, output } = await run(process.execPath, args);
  if (status !== 0) throw new Error(`elevation ${words[0]}: ${output}`);
}

async function runAsAccount(tally) {
  const identity = systemAccount("gatehouse-test");
  say("copying the tree for the account gatehouse-test: the tests do not run as root");
  const copy = makePrivateCopy(root, identity);
  // What calls change outside home is seen in a directory there that belongs to the account.
  const outside = mkdtempSync("/srv/gatehouse-test-");
  chownSync(outside, identity.uid, identity.gid);
  try {
    const report = path.join(copy.tmp, "report.json");
    const env = {
      ...process.env,
      HOME: copy.home,
      TMPDIR: copy.tmp,
      USER: "gatehouse-test",
      LOGNAME: "gatehouse-test",
    };
    for (const name of Object.keys(env))
      if (name.startsWith("npm_") || name.startsWith("XDG_")) delete env[name];
    env.npm_config_cache = path.join(copy.home, ".npm");
    env.GATEHOUSE_TEST_OUTSIDE = outside;
    const stagesOf = async (kind, timeoutMs) => {
      const args = [path.join(copy.tree, "bin/test.mjs"), kind, report];
      rmSync(report, { force: true });
      await runShown(process.execPath, args, { cwd: copy.tree, env, ...identity, timeoutMs });
      const { results, finished } = readReport(report);
      tally.results.push(...results);
      if (!finished) tally.addStep("what did not get to run", false);
    };
    await stagesOf("--stages", 25 * minute);
    if (isInterrupted()) return;
    await elevation(["setup", "--root"]);
    await stagesOf("--elevation", 3 * minute);
    if (isInterrupted()) return;
    console.log("\n==> npm start as root");
    await smokeAsRoot({ tree: copy.tree, tally });
    console.log("\n==> hosts in network namespaces, as root");
    await networkStage({ tree: copy.tree, scratch: copy.tmp, tally });
  } finally {
    await elevation(["remove"]);
    keepTraces(copy.tree);
    copy.remove();
    rmSync(outside, { recursive: true, force: true });
  }
}

/** Hosts of which each has a network of its own: only root can make those. */
async function networkStage({ tree, scratch, tally }) {
  const stages = createStages({ root: tree, scratch, tally });
  const services = await startServices({ root: tree });
  try {
    const env = cleanEnvironment(services.environment);
    await stages.vitest("network", { env: { ...env, ...services.environment }, timeoutMs: 3 * minute });
  } finally {
    await services.stop();
  }
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { results: [], finished: false };
}

/** What the browser tests left for whoever looks into a failure. */
function keepTraces(tree) {
  const [from, to] = [path.join(tree, "test-results"), path.join(root, "test-results")];
  rmSync(to, { recursive: true, force: true });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}

const parts = { "--stages": runStages, "--elevation": runElevated };
const part = parts[process.argv[2]];
const report = part ? process.argv[3] : undefined;
const tally = createTally(
  (results) => report && writeFileSync(report, JSON.stringify({ results, finished: false })),
);
try {
  if (report) {
    await part(tally);
    writeFileSync(report, JSON.stringify({ results: tally.results, finished: !isInterrupted() }));
    process.exit(0);
  }
  checkPlatform(root);
  await installPackages(packages);
  await installDependencies(root);
  await installBrowser();
  if (process.getuid?.() === 0) await runAsAccount(tally);
  else await runStages(tally);
} catch (error) {
  explain(error);
  tally.addStep("the tests themselves", false);
}
console.log("");
for (const { name, passed, failed, titles } of tally.results) {
  console.log(`${failed > 0 ? "FAIL" : "ok  "} ${name}: ${passed} passed, ${failed} failed`);
  for (const title of titles.slice(0, 10)) console.log(`       ${title}`);
}
console.log(`\n${tally.total("passed")} passed, ${tally.total("failed")} failed`);
process.exit(tally.total("failed") > 0 ? 1 : 0);
