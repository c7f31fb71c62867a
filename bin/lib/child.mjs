// One started process: its output goes to a log file and, line by line, to whoever waits for a word of it.
import { spawn } from "node:child_process";
import { openLog } from "./log-file.mjs";

const keptLines = 30;

/**
 * Starts `command` with `args`. `identity` is `{ uid, gid }` when the launcher is root and gives up its rights for it.
 * @returns {{ child, exited: Promise<{code, signal}>, lines: string[], stop(signal, afterMs): Promise<void>, sees(pattern, ms): Promise<boolean> }}
 */
export function startChild({ command, args, env, cwd = "/", identity = {}, logFile, stdin = "ignore" }) {
  const log = logFile ? openLog(logFile) : undefined;
  const child = spawn(command, args, {
    env,
    cwd,
    ...identity,
    stdio: [stdin, "pipe", "pipe"],
    detached: true, // a Ctrl-C in the terminal reaches the launcher alone, which then stops them in order
  });
  const lines = [];
  const watchers = new Set();
  const take = (line) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    for (const watcher of watchers) watcher(line);
  };
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream.setEncoding("utf8");
    stream.on("data", (text) => {
      log?.write(text);
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      parts.forEach(take);
    });
  }
  const exited = new Promise((resolve) => {
    child.once("error", (error) => {
      take(error.message);
      resolve({ code: null, signal: null, error });
    });
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  exited.then(() => log?.end());

  /** Resolves true once a line matches, false when the process ends or the time is over. */
  function sees(pattern, ms) {
    return new Promise((resolve) => {
      const finish = (value) => {
        clearTimeout(timer);
        watchers.delete(watcher);
        resolve(value);
      };
      const watcher = (line) => pattern.test(line) && finish(true);
      const timer = setTimeout(() => finish(false), ms);
      watchers.add(watcher);
      exited.then(() => finish(false));
      if (lines.some((line) => pattern.test(line))) finish(true);
    });
  }

  async function stop(signal = "SIGTERM", afterMs = 10_000) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
    await exited;
    clearTimeout(timer);
  }

  return { child, exited, lines, sees, stop };
}
