// A program run to its end while this process stays able to answer a signal.
import { spawn } from "node:child_process";

const running = new Set();
const keptCharacters = 1024 ** 2;

/** Its exit status and what it printed (the end of it, when that is long). Never throws: a missing program is status null. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], detached: true, ...options });
    running.add(child);
    let stdout = "";
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout = (stdout + text).slice(-keptCharacters);
      output = (output + text).slice(-keptCharacters);
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-keptCharacters);
    });
    const finish = (status, error) => {
      running.delete(child);
      resolve({ status, stdout: stdout.trim(), output: (error ? error.message : output).trim() });
    };
    child.once("error", (error) => finish(null, error));
    child.once("close", (status) => finish(status));
  });
}

export function lastLines(output, count) {
  return output.split("\n").slice(-count).join("\n  ");
}

/** Ends what is still being run, with all it started. */
export function stopRunning() {
  for (const { pid } of running) {
    try {
      process.kill(-pid, "SIGTERM");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
}
