import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isKnownArchitecture, seccompFilter } from "./seccomp/filter.ts";
import { type SystemMounts, systemMounts } from "./system-mounts.ts";

/** Files of a run directory that every sandbox of this host is made from. */
export type HostAssets = {
  system: SystemMounts;
  seccomp: { standard: string; strict: string };
  /** real path of the gate's shell */
  shell: string;
  fifoDirectory: string;
  emptyDirectory: string;
};

export function ensureAssets(runDirectory: string): HostAssets {
  const fifoDirectory = join(runDirectory, "fifo");
  const emptyDirectory = join(runDirectory, "empty");
  for (const directory of [runDirectory, fifoDirectory, emptyDirectory]) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  }
  return {
    system: systemMounts(),
    seccomp: { standard: ensureFilter(runDirectory, false), strict: ensureFilter(runDirectory, true) },
    shell: realpathSync("/bin/bash"),
    fifoDirectory,
    emptyDirectory,
  };
}

function ensureFilter(runDirectory: string, strict: boolean): string {
  if (!isKnownArchitecture(process.arch))
    throw new Error(`no syscall filter for ${process.arch}: nothing can run here`);
  const path = join(runDirectory, strict ? "strict.bpf" : "standard.bpf");
  const filter = seccompFilter(process.arch, { strict });
  if (existsSync(path) && readFileSync(path).equals(filter)) return path;
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, filter, { mode: 0o600 });
  renameSync(fresh, path);
  return path;
}
