import { lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { agentHome } from "@gatehouse/core/path/facts";
import { entryPath, isWithin } from "@gatehouse/core/path/lexical";
import { deriveProfile, type Derived, type GrantedPath } from "@gatehouse/core/sandbox/derive";
import type { HostPath, SandboxLimits } from "@gatehouse/core/sandbox/profile";
import { sandboxLimits } from "@gatehouse/core/sandbox/sandbox-limits";
import { backgroundTimeoutMin } from "@gatehouse/core/tool-call/background-limits";
import type { CommandWork, Work } from "@gatehouse/services/execution/claim";
import { systemMounts } from "../sandbox/system-mounts.ts";
import { agentKeep, type SandboxView, toHost } from "./sandbox-view.ts";

export type ProfileInput = {
  work: Work;
  workspace: HostPath;
  keep: HostPath;
  egress: boolean;
  /** the host can hold strict execution */
  strict: boolean;
  /** of this call alone */
  environment: Readonly<Record<string, string>>;
  network: boolean;
  /** what the command usually writes is for reading alone */
  unwritable?: boolean;
  writePaths: readonly string[];
  limits: Partial<SandboxLimits>;
};

/** What was decided, what is granted and what the host has, to the profile of one sandbox. */
export function buildProfile(input: ProfileInput): Derived {
  const { work, workspace, keep } = input;
  const { document } = work.policy;
  const view: SandboxView = { workspace: workspace.path, keep: keep.path };
  const denied = document.denied_path.flatMap((entry) => deniedPlaces(entry, view));
  const inKeep = denied.find(({ path }) => isWithin(path, keep.path));
  if (inKeep !== undefined) {
    return {
      kind: "refused",
      code: "denied_path",
      sentence: "Your own files hold a path that policy denies.",
      hint: `Move it out of ${agentKeep}.`,
    };
  }
  const derived = deriveProfile({
    call: {
      network: input.network,
      writePaths: realWritePaths(input.writePaths),
      unwritable: input.unwritable ?? false,
    },
    policy: {
      deniedCommands: document.denied_command,
      deniedPaths: denied.map(({ path }) => path),
      limits: input.limits,
      network: {
        hosts: document.network_host.length > 0 ? document.network_host : "public",
        exempt: document.net_white_list,
      },
      strict: document.strict_execution,
      recordPrograms: document.record_programs,
    },
    session: {
      workspace,
      keep,
      writable: writableOf(work),
      readable: [],
      environment: input.environment,
    },
    host: {
      egress: input.egress,
      strict: input.strict,
      privateDirectories: [path.dirname(path.dirname(workspace.path))],
      systemDirectories: systemMounts().mounts.map(({ target }) => target),
      deniedKinds: Object.fromEntries(denied.map(({ path, kind }) => [path, kind])),
    },
  });
  return derived;
}

/** A denied path as the host has it, with what it really leads to; only what is there can be reached. */
function deniedPlaces(entry: string, view: SandboxView): { path: string; kind: "file" | "directory" }[] {
  const inside = entryPath(entry, agentHome);
  const host = inside === null ? null : toHost(inside, view);
  if (host === null) return [];
  const found = kindOf(host);
  if (found === null) return [];
  const real = realOf(host);
  return real === host
    ? [{ path: host, kind: found }]
    : [
        { path: host, kind: found },
        { path: real, kind: found },
      ];
}

/** What this worker may not look through, it cannot bind for a command either: the name itself is covered. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    if (["EACCES", "ELOOP", "ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(code)) return path;
    throw cause;
  }
}

function kindOf(path: string): "file" | "directory" | null {
  try {
    return statSync(path).isDirectory() ? "directory" : "file";
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    return "file";
  }
}

function realWritePaths(paths: readonly string[]): string[] {
  return paths.map((path) => pinned(path)?.path ?? path);
}

function writableOf(work: Work): GrantedPath[] {
  return work.grants.flatMap((grant) => {
    if (grant.kind !== "path" || grant.access !== "write" || isWithin(grant.path, agentHome)) return [];
    const place = pinned(grant.path);
    return place === null ? [] : [place];
  });
}

/** A grant is bound to the inode that stands at its real path now; a link in its place is not followed. */
function pinned(path: string): GrantedPath | null {
  try {
    if (realpathSync(path) !== path) return null;
    const found = lstatSync(path);
    const kind = found.isDirectory() ? "directory" : found.isFile() ? "file" : null;
    return kind === null ? null : { path, device: found.dev, inode: found.ino, kind };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "ENOTDIR", "EACCES", "ELOOP"].includes(code)) return null;
    throw cause;
  }
}

/** A command in the background has a time of its own. */
export function limitsOf({ call, policy }: CommandWork): Partial<SandboxLimits> {
  const limits = sandboxLimits(policy.document.limits);
  if (call.tool !== "background_command") return limits;
  return { ...limits, wallMs: (call.input.timeout_min ?? backgroundTimeoutMin) * 60_000 };
}
