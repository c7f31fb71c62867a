import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxAssets } from "./bwrap-args.ts";
import { isKnownArchitecture, seccompFilter } from "./seccomp/filter.ts";
import { ensureSkeleton } from "./skeleton.ts";
import { systemMounts } from "./system-mounts.ts";

/** Files of a run directory that every sandbox of this host is made from. */
export type HostAssets = Omit<SandboxAssets, "covers" | "seccomp" | "shell"> & {
  /** real path of the gate's shell */
  shell: string;
  seccomp: { standard: string; strict: string };
  fifoDirectory: string;
};

export function ensureAssets(runDirectory: string): HostAssets {
  mkdirSync(runDirectory, { recursive: true, mode: 0o700 });
  const fifoDirectory = join(runDirectory, "fifo");
  mkdirSync(fifoDirectory, { recursive: true, mode: 0o700 });
  const { mounts, links } = systemMounts();
  return {
    ...ensureSkeleton(runDirectory),
    system: mounts,
    links,
    seccomp: { standard: ensureFilter(runDirectory, false), strict: ensureFilter(runDirectory, true) },
    fifoDirectory,
    shell: realpathSync("/bin/bash"),
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
