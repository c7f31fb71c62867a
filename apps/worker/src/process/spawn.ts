import { type ChildProcess, execFile, type StdioOptions, spawn } from "node:child_process";

export type { ChildProcess, StdioOptions };

/** The one file that starts processes. Argv arrays only; no shell is ever asked to split a string. */
const empty = Object.freeze({
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LANG: "C.UTF-8",
});

/** bubblewrap, under its tracer where programs are recorded, with nothing of our environment; stdio is exactly what stands in `stdio`. */
export function spawnBwrap([file, ...args]: readonly string[], stdio: StdioOptions): ChildProcess {
  if (file === undefined) throw new Error("nothing to start");
  return spawn(file, args, { stdio, env: {}, cwd: "/", windowsHide: true });
}

/** sudo to the account of calls outside the sandbox, and only from elevation/; a group of its own, nothing of our environment. */
export function spawnElevated(
  args: readonly string[],
  options: { stdio: StdioOptions; cwd: string },
): ChildProcess {
  return spawn("/usr/bin/sudo", [...args], { ...options, env: empty, detached: true, windowsHide: true });
}

/** The launcher: Node with an IPC channel, a small heap and nothing of our environment. */
export function spawnLauncher(file: string): ChildProcess {
  return spawn(process.execPath, ["--max-old-space-size=48", "--max-semi-space-size=1", file], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: empty,
    cwd: "/",
    serialization: "json",
  });
}

export type ToolResult = { code: number | null; stdout: string; stderr: string };

/** A trusted program of the host, run outside any sandbox on arguments of our own. */
export function runHostTool(file: string, args: readonly string[], timeoutMs = 10_000): Promise<ToolResult> {
  return new Promise((resolve) => {
    const options = { env: empty, cwd: "/", timeout: timeoutMs, maxBuffer: 4 * 1024 ** 2 };
    execFile(file, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      resolve({ code, stdout, stderr: stderr || (error === null ? "" : error.message) });
    });
  });
}
