import { agentHome } from "../path/facts.ts";
import type { RefusalCode } from "../refusal.ts";
import {
  defaultLimits,
  type HostPath,
  type SandboxLimits,
  type SandboxMount,
  type SandboxProfile,
} from "./profile.ts";

/**
 * Decision's consequences to a profile; pure. Refuses rather than leaves out: a call that asked for more than
 * this host or this session can give never runs with less than it asked for.
 */
export type DeriveInput = {
  call: { network: boolean; writePaths: readonly string[]; unwritable?: boolean };
  policy: {
    deniedCommands: readonly string[];
    deniedPaths: readonly string[];
    limits?: Partial<SandboxLimits>;
    network?: { hosts: "public" | readonly string[]; exempt: readonly string[] };
    strict?: boolean;
    recordPrograms?: boolean;
  };
  session: {
    workspace: HostPath;
    keep: HostPath | null;
    /** live write grants and trusted directories, real paths as the host has them */
    writable: readonly GrantedPath[];
    readable: readonly GrantedPath[];
    environment?: Readonly<Record<string, string>>;
  };
  host: HostDescription;
};

export type GrantedPath = HostPath & { kind: "file" | "directory" };

export type HostDescription = {
  egress: boolean;
  /** strict execution can be held here */
  strict: boolean;
  /** directories of the host that sandboxes see read-only, e.g. /usr and /etc */
  systemDirectories: readonly string[];
  /** the worker's own data and every session's directories: no grant opens them */
  privateDirectories?: readonly string[];
  /** kinds of the denied paths that exist, real paths */
  deniedKinds: Readonly<Record<string, "file" | "directory">>;
};

export type Derived =
  | { kind: "profile"; profile: SandboxProfile }
  | { kind: "refused"; code: RefusalCode; sentence: string; hint: string };

const neverGrantable = [
  "/tmp",
  "/var/tmp",
  "/proc",
  "/dev",
  "/sys",
  "/run",
  "/var/run",
  "/boot",
  "/home",
  "/root",
];

export function isWithin(path: string, directory: string): boolean {
  return path === directory || directory === "/" || path.startsWith(`${directory}/`);
}

function overlap(a: string, b: string): boolean {
  return isWithin(a, b) || isWithin(b, a);
}

/** Places that no grant can open on any host. */
export function isNeverGrantable(path: string): boolean {
  return path === "/" || neverGrantable.some((place) => isWithin(path, place) || isWithin(place, path));
}

export function deriveProfile(input: DeriveInput): Derived {
  const { call, policy, session, host } = input;
  if (call.network && !host.egress) {
    return refused(
      "network_unavailable",
      "This host offers no network.",
      "Run the call without network, or ask an admin for a host with an egress proxy.",
    );
  }
  if (policy.strict === true && !host.strict) {
    return refused(
      "strict_unavailable",
      "Policy wants strict execution, and this host cannot keep programs in writable places from running.",
      "Ask an admin: the hosts page says what the host lacks.",
    );
  }
  const mounts: SandboxMount[] = [];
  for (const [access, paths] of [
    ["write", session.writable],
    ["read", session.readable],
  ] as const) {
    for (const granted of paths) {
      const isPrivate = host.privateDirectories?.some((own) => overlap(own, granted.path)) ?? false;
      if (isPrivate || (access === "write" && isNeverGrantable(granted.path))) {
        return refused(
          "write_path_not_grantable",
          `${granted.path} can never be opened to a command.`,
          "Use a path in the workspace.",
        );
      }
      const denied = policy.deniedPaths.find(
        (path) => isWithin(path, granted.path) || isWithin(granted.path, path),
      );
      if (denied !== undefined) {
        return refused(
          "denied_path",
          `${granted.path} holds a path that policy denies.`,
          "Use another directory.",
        );
      }
      mounts.push({ source: pin(granted), target: granted.path, access });
    }
  }
  const wanted = call.writePaths.find(
    (path) => !session.writable.some((granted) => isWithin(path, granted.path)),
  );
  if (wanted !== undefined) {
    return refused(
      "write_path_missing",
      `${wanted} does not exist on this host or is not granted.`,
      "Create it first, or name an existing directory.",
    );
  }
  if (policy.deniedPaths.some((path) => isWithin(path, session.workspace.path))) {
    return refused(
      "denied_path",
      "The workspace holds a path that policy denies.",
      "Move it out of the workspace.",
    );
  }
  const masks = policy.deniedPaths.flatMap((target) => {
    const kind = host.deniedKinds[target];
    const visible = host.systemDirectories.some((directory) => isWithin(target, directory));
    return kind !== undefined && visible && !isWithin(target, agentHome) ? [{ target, kind }] : [];
  });
  return {
    kind: "profile",
    profile: {
      workspace: session.workspace,
      keep: session.keep,
      mounts: withoutNested(mounts),
      masks,
      deniedCommands: [...new Set(policy.deniedCommands)].sort(),
      network: call.network
        ? { kind: "egress", hosts: policy.network?.hosts ?? "public", exempt: policy.network?.exempt ?? [] }
        : { kind: "none" },
      environment: session.environment ?? {},
      limits: { ...defaultLimits, ...policy.limits },
      strict: policy.strict ?? false,
      recordPrograms: policy.recordPrograms ?? false,
      ...(call.unwritable === true ? { unwritable: true } : {}),
    },
  };
}

/** A mount inside a writable one would have its destination where the command can write; parents stand first. */
function withoutNested(mounts: readonly SandboxMount[]): SandboxMount[] {
  const kept = mounts.filter(
    (mount, at) =>
      !mounts.some((other, otherAt) => otherAt !== at && makesNeedless(other, otherAt, mount, at)),
  );
  return kept.sort((a, b) => a.target.length - b.target.length);
}

function makesNeedless(other: SandboxMount, otherAt: number, mount: SandboxMount, at: number): boolean {
  if (!isWithin(mount.target, other.target)) return false;
  if (mount.target === other.target && mount.access === other.access) return otherAt < at;
  return other.access === "write" || (mount.access === "read" && mount.target !== other.target);
}

function pin(granted: GrantedPath): HostPath {
  return { path: granted.path, device: granted.device, inode: granted.inode };
}

function refused(code: RefusalCode, sentence: string, hint: string): Derived {
  return { kind: "refused", code, sentence, hint };
}
