import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import { type NoexecPlan, noexecScript } from "@gatehouse/core/sandbox/writable-places";
import { runHostTool } from "../process/spawn.ts";
import type { HostCheck } from "./host-report.ts";

/**
 * Strict execution stands on a user and mount namespace around bubblewrap, made by the host's own tools. They start each
 * other in place of themselves, so that the process stays the launcher's child and ends as bubblewrap does.
 */
export type NoexecTools = { unshare: string; mount: string; shell: string };

const tools: NoexecTools = { unshare: "/usr/bin/unshare", mount: "/usr/bin/mount", shell: "/bin/bash" };
const ownNamespace = ["--user", "--mount", "--map-root-user", "--"];

export function findNoexec(): NoexecTools | null {
  try {
    for (const file of Object.values(tools)) accessSync(file, constants.X_OK);
    return tools;
  } catch (_absent) {
    return null;
  }
}

const table = "table";

/** The directory of a profile's places without execution, in the run directory. */
export function noexecDirectory(
  runDirectory: string,
  { workspace, keep, mounts, limits }: SandboxProfile,
): string {
  const parts = JSON.stringify([workspace.path, keep?.path, mounts, limits.tmpBytes, limits.shmBytes]);
  return join(runDirectory, "noexec", createHash("sha256").update(parts).digest("hex").slice(0, 16));
}

/** Mount points and table of a plan, made once; the words that go before bubblewrap's. */
export function ensureNoexec(
  directory: string,
  plan: NoexecPlan,
  { unshare, mount, shell }: NoexecTools,
): string[] {
  if (!existsSync(join(directory, table))) {
    const fresh = `${directory}.${process.pid}`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true, mode: 0o700 });
    const moved = (at: string): string => join(fresh, at.slice(directory.length));
    for (const at of plan.scratch) mkdirSync(moved(at));
    for (const { at, host } of plan.pinned) {
      if (statSync(host.path).isDirectory()) mkdirSync(moved(at));
      else writeFileSync(moved(at), "");
    }
    writeFileSync(join(fresh, table), plan.table, { mode: 0o600 });
    moveInPlace(fresh, directory);
  }
  return [
    ...[unshare, ...ownNamespace],
    ...[shell, "--noprofile", "--norc", "-c", noexecScript, "noexec", mount, join(directory, table)],
    ...plan.pinned.flatMap(({ fd, at }) => [String(fd), at]),
    "--",
  ];
}

/** Another start may have built the same one meanwhile: then ours is not needed. */
function moveInPlace(fresh: string, finished: string): void {
  try {
    renameSync(fresh, finished);
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(join(finished, table))) throw cause;
  }
}

const name = "strict execution";
export const missingNoexec: HostCheck = {
  name,
  ok: false,
  detail: `${tools.unshare} or ${tools.mount} is missing (apt-get install -y util-linux mount)`,
};

/** Whether such a namespace can be made here at all, for doctor; a worker tries a whole sandbox. */
export async function probeNoexec(): Promise<HostCheck> {
  const found = findNoexec();
  if (found === null) return missingNoexec;
  const words = [...ownNamespace, found.mount, "-n", "-t", "tmpfs", "-o", "noexec", "tmpfs", "/tmp"];
  const { code, stderr } = await runHostTool(found.unshare, words);
  const detail = `no namespace can be made around a sandbox: ${stderr.trim()}`;
  return { name, ok: code === 0, detail };
}

/** Not having it is no fault of a host: it stops nothing but the calls that want it. */
export function strictCheck(tried: HostCheck): { offered: boolean; check: HostCheck } {
  const detail = tried.ok
    ? "offered: nothing that a command can write is executed"
    : `not offered: ${tried.detail}; calls under a policy that wants it are refused here`;
  return { offered: tried.ok, check: { name, ok: true, detail } };
}
