import { agentWorkspace } from "@gatehouse/core/path/facts";
import { chmodSync, existsSync, readdirSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openSandbox } from "./sandbox.ts";
import { removeScratch } from "./scratch.ts";

/**
 * Says what a script really runs: a real shell runs it in the product's sandbox, in an empty workspace, with a PATH of
 * harmless programs and a `curl` that only leaves a mark. The programs on that PATH are all that a script of the corpus
 * can reach by name. Everything a script left running ends with its sandbox.
 */
export type MarkerRun = {
  ran(shell: "bash" | "dash", script: string): Promise<boolean>;
  close(): Promise<void>;
};

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
const inside = agentWorkspace;
const secondsAtMost = 4;

export async function openMarkerRun(): Promise<MarkerRun> {
  const sandbox = await openSandbox({ egress: false });
  const { workspace } = sandbox;
  const mark = path.join(workspace, "MARK");
  const environment = [`PATH=${inside}/own:${inside}/bin`, `HOME=${inside}`];
  return {
    ran: async (shell, script) => {
      furnish(workspace);
      const argv = ["/usr/bin/env", "-i", ...environment, shell, "-c", script];
      await sandbox.run(argv, { limits: { wallMs: secondsAtMost * 1000 } });
      return existsSync(mark);
    },
    close: async () => {
      await sandbox.close();
      removeScratch();
    },
  };
}

/** A workspace as at the beginning; a file called as the program gives patterns something to match. */
function furnish(workspace: string): void {
  for (const name of readdirSync(workspace)) {
    rmSync(path.join(workspace, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const own = path.join(workspace, "own");
  const bin = path.join(workspace, "bin");
  for (const directory of [own, bin]) mkdirSync(directory);
  for (const name of programs) {
    const found = ["/usr/bin", "/usr/sbin"].map((at) => path.join(at, name)).find((file) => existsSync(file));
    if (found !== undefined) symlinkSync(found, path.join(bin, name));
  }
  writeFileSync(path.join(own, "curl"), `#!/bin/sh\necho x >> ${inside}/MARK\n`);
  chmodSync(path.join(own, "curl"), 0o755);
  for (const file of ["curl", "in"]) writeFileSync(path.join(workspace, file), "");
}
