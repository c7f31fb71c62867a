import { agentWorkspace } from "@gatehouse/core/path/facts";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { etcKey, writeEtc } from "./etc-files.ts";
import { keepDirectories, startUpFiles } from "@gatehouse/core/sandbox/home-layout";
import type { SystemMounts } from "./system-mounts.ts";

/**
 * The root directory of a sandbox as a tree of ours on the host, mounted read-only: /etc, the read-only home, links,
 * and every mount point. One mount in place of a dozen, and bubblewrap never has to make a destination itself.
 * A tree is named after what it was built from: a changed host gets a new one, a running sandbox keeps the old.
 */
export type MountPoint = { target: string; kind: "file" | "directory" };

const directories = ["dev", "home/agent/keep", agentWorkspace.slice(1), "proc", "run", "tmp", "usr", "var"];

export function ensureRootTree(
  runDirectory: string,
  system: SystemMounts,
  points: readonly MountPoint[],
): string {
  const finished = join(runDirectory, `root-${treeKey(system, points)}`);
  if (existsSync(finished)) return finished;
  const fresh = `${finished}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  for (const directory of directories) mkdirSync(join(fresh, directory), { recursive: true, mode: 0o755 });
  for (const { link, target } of system.links) symlinkSync(target, join(fresh, link));
  for (const { target } of system.mounts) mkdirSync(join(fresh, target), { recursive: true, mode: 0o755 });
  symlinkSync("../tmp", join(fresh, "var/tmp"));
  writeEtc(join(fresh, "etc"));
  fillHome(join(fresh, "home/agent"));
  const seen = points.filter(
    ({ target }) => !system.mounts.some((mount) => target.startsWith(`${mount.target}/`)),
  );
  for (const point of seen) makePoint(fresh, point);
  moveInPlace(fresh, finished);
  return finished;
}

function treeKey(system: SystemMounts, points: readonly MountPoint[]): string {
  const parts = JSON.stringify([directories, startUpFiles, keepDirectories, system, points]);
  return createHash("sha256").update(etcKey()).update(parts).digest("hex").slice(0, 16);
}

function fillHome(home: string): void {
  for (const [name, text] of Object.entries(startUpFiles))
    writeFileSync(join(home, name), text, { mode: 0o644 });
  for (const name of keepDirectories) symlinkSync(`keep/${name}`, join(home, name));
}

function makePoint(root: string, { target, kind }: MountPoint): void {
  const path = join(root, target);
  mkdirSync(kind === "directory" ? path : dirname(path), { recursive: true, mode: 0o755 });
  if (kind === "file" && !existsSync(path)) writeFileSync(path, "", { mode: 0o644 });
}

/** Another process may have built the same one meanwhile: then ours is not needed. */
function moveInPlace(fresh: string, finished: string): void {
  try {
    renameSync(fresh, finished);
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(finished)) throw cause;
  }
}
