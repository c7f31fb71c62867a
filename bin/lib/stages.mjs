// The stages of `npm test`: each one is run to its end or to its time, counted, and never keeps the next from running.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

const minute = 60_000;

/** Once somebody wants it to end, no further stage begins; what was started is still cleaned up. */
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    interrupted = true;
  });
}
export const isInterrupted = () => interrupted;

const endMs = Date.now() + 27 * minute;

/** Runs with this process's output; on time-out the whole group is ended. True when it succeeded. */
export function runShown(command, args, { timeoutMs: longestMs, ...options }) {
  const timeoutMs = Math.min(longestMs, endMs - Date.now());
  if (interrupted || timeoutMs <= 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", detached: true, ...options });
    const end = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch (error) {
        if (error.code !== "ESRCH") throw error;
      }
    };
    const timer = setTimeout(() => {
      console.error(
        `time is over after ${(timeoutMs / minute).toFixed(1)} minutes: ${[command, ...args].join(" ")}`,
      );
      end("SIGTERM");
      setTimeout(() => end("SIGKILL"), 10_000).unref();
    }, timeoutMs);
    const forward = () => end("SIGTERM");
    process.once("SIGTERM", forward);
    process.once("SIGINT", forward);
    child.once("error", () => finish(false));
    child.once("exit", (code) => finish(code === 0));
    function finish(succeeded) {
      clearTimeout(timer);
      process.off("SIGTERM", forward);
      process.off("SIGINT", forward);
      resolve(succeeded);
    }
  });
}

/** `changed` is called with the results so far, so that they outlive a run that is ended. */
export function createTally(changed = () => undefined) {
  const results = [];
  return {
    results,
    add(name, { passed, failed, titles = [] }) {
      results.push({ name, passed, failed, titles });
      changed(results);
      console.log(`\n==> ${name}: ${passed} passed, ${failed} failed`);
    },
    addStep(name, succeeded) {
      this.add(name, { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 });
    },
    total(key) {
      return results.reduce((sum, result) => sum + result[key], 0);
    },
  };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** A file that could not be loaded counts as one failure, and so does a test that was left out. */
function countVitest(report, succeeded) {
  if (!report) return { passed: 0, failed: 1 };
  const titles = report.testResults.flatMap((file) =>
    file.status === "failed" && file.assertionResults.length === 0
      ? [file.name]
      : file.assertionResults.filter((test) => test.status !== "passed").map((test) => test.fullName),
  );
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && !succeeded ? 1 : failed, titles };
}

/** The titles of the specs that did not pass at once, of suites within suites. */
function failedSpecs(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((spec) => !spec.ok || spec.tests.some((test) => test.status !== "expected"))
      .map((spec) => `${spec.file}:${spec.line} ${spec.title}`),
    ...failedSpecs(suite.suites ?? []),
  ]);
}

function countPlaywright(report, succeeded) {
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + skipped + (report.errors.length > 0 ? 1 : 0);
  const titles = failedSpecs(report.suites);
  return { passed: expected, failed: failed === 0 && !succeeded ? 1 : failed, titles };
}

export function createStages({ root, scratch, tally }) {
  mkdirSync(scratch, { recursive: true });
  const script = (name) => path.join(root, "node_modules", name);

  async function vitest(project, { env, timeoutMs }) {
    const file = path.join(scratch, `${project}.json`);
    rmSync(file, { force: true });
    const args = [script("vitest/vitest.mjs"), "run", "--project", project];
    args.push("--reporter=default", "--reporter=json", `--outputFile.json=${file}`);
    const succeeded = await runShown(process.execPath, args, { cwd: root, env, timeoutMs });
    tally.add(`${project} tests`, countVitest(readReport(file), succeeded));
  }

  /** The parts of `npm run check`, those that need one processor side by side, so that each failure is seen and counted. */
  async function check(env) {
    const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const parts = scripts.check.split("&&").map((text) => text.trim());
    const unit = "npm run test:unit";
    await Promise.all(
      parts
        .filter((part) => part !== unit)
        .map(async (part) => {
          const args = ["run", "--silent", part.replace(/^npm run /, "")];
          const timeoutMs = 5 * minute;
          tally.addStep(part, await runShown("npm", args, { cwd: root, env, timeoutMs }));
        }),
    );
    if (parts.includes(unit)) await vitest("unit", { env, timeoutMs: 5 * minute });
  }

  async function step(name, args, { env, timeoutMs }) {
    const succeeded = await runShown(process.execPath, args, { cwd: root, env, timeoutMs });
    tally.addStep(name, succeeded);
    return succeeded;
  }

  async function browser(env) {
    const file = path.join(scratch, "browser.json");
    rmSync(file, { force: true });
    const args = [script("@playwright/test/cli.js"), "test", "--reporter=list,json"];
    const withReport = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const succeeded = await runShown(process.execPath, args, {
      cwd: root,
      env: withReport,
      timeoutMs: 9 * minute,
    });
    tally.add("browser tests", countPlaywright(readReport(file), succeeded));
  }

  return { vitest, check, step, browser };
}
