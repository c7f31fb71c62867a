import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { HostPath } from "@gatehouse/core/sandbox/profile";

const prefix = "script-";

export type ScriptFiles = { code: HostPath; input: HostPath; remove: () => void };

/** A script tool's code and input as files of one execution, to be mounted read-only into its sandbox. */
export function writeScriptFiles(
  runDirectory: string,
  of: { executionId: string; code: string; input: string },
): ScriptFiles {
  const directory = path.join(runDirectory, `${prefix}${of.executionId}`);
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  remove();
  mkdirSync(directory, { mode: 0o700 });
  const place = (name: "code" | "input"): HostPath => {
    const file = path.join(directory, name);
    writeFileSync(file, of[name], { mode: 0o400, flag: "wx" });
    const found = statSync(file);
    return { path: file, device: found.dev, inode: found.ino };
  };
  return { code: place("code"), input: place("input"), remove };
}

/** What a worker that was killed left; nothing of it runs any more when a worker boots. */
export function removeLeftScripts(runDirectory: string): void {
  for (const name of readdirSync(runDirectory))
    if (name.startsWith(prefix)) rmSync(path.join(runDirectory, name), { recursive: true, force: true });
}
