import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Says what a script really runs: a real shell runs it in an empty directory with a PATH of harmless programs and a
 * `curl` that only leaves a mark. The programs on that PATH are all that a script of the corpus can reach by name.
 */
export type MarkerRun = { ran(shell: "bash" | "dash", script: string): Promise<boolean>; close(): void };

const programs = [
  "bash",
  "sh",
  "dash",
  "cat",
  "echo",
  "printf",
  "env",
  "nohup",
  "nice",
  "timeout",
  "setsid",
  "stdbuf",
  "ionice",
  "flock",
  "taskset",
  "chrt",
  "setpriv",
  "prlimit",
  "setarch",
  "linux64",
  "script",
  "xargs",
  "find",
  "true",
  "false",
  "sleep",
  "ls",
  "test",
  "sort",
  "head",
  "tr",
  "sed",
  "tee",
  "seq",
  "wc",
  "base64",
  "run-parts",
];
const secondsAtMost = "4";

export function markerRun(): MarkerRun {
  const root = mkdtempSync(path.join(tmpdir(), "gatehouse-marker-"));
  const bin = path.join(root, "bin");
  mkdirSync(bin);
  for (const name of programs) {
    const found = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"]
      .map((folder) => path.join(folder, name))
      .find((file) => existsSync(file));
    if (found !== undefined) symlinkSync(found, path.join(bin, name));
  }
  let count = 0;
  return {
    ran: async (shell, script) => {
      count += 1;
      const directory = path.join(root, `run${count}`);
      const mark = path.join(directory, "MARK");
      mkdirSync(path.join(directory, "bin"), { recursive: true });
      writeFileSync(
        path.join(directory, "bin/curl"),
        `#!/bin/sh
echo x >> ${mark}
`,
      );
      chmodSync(path.join(directory, "bin/curl"), 0o755);
      // A file of that name for patterns to match; a script file is not what is looked for, so it holds nothing.
      for (const file of ["curl", "in"]) writeFileSync(path.join(directory, file), "");
      await finished(shell, script, directory, `${path.join(directory, "bin")}:${bin}`);
      const ran = existsSync(mark);
      rmSync(directory, { recursive: true, force: true });
      return ran;
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

function finished(shell: string, script: string, cwd: string, search: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn("/usr/bin/timeout", ["-s", "KILL", secondsAtMost, shell, "-c", script], {
      cwd,
      env: { PATH: search, HOME: cwd },
      stdio: "ignore",
      detached: true,
    });
    const end = (): void => {
      if (child.pid !== undefined) {
        try {
          process.kill(-child.pid, "SIGKILL");
        } catch (_gone) {}
      }
      // A process that was left behind may be just about to leave its mark.
      setTimeout(resolve, 25);
    };
    child.on("error", end);
    child.on("close", end);
  });
}
