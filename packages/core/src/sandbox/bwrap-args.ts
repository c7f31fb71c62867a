import { agentHome, agentWorkspace } from "../path/facts.ts";
import { type HostPath, type SandboxProfile, scriptPlaces } from "./profile.ts";
import { egressSocket, type GateLimits, gateFd, gateScript } from "./gate-script.ts";
import { egressEnvironment, fixedEnvironment } from "./environment.ts";
import { keepDirectories } from "./home-layout.ts";
import {
  forReading,
  type NoexecPlan,
  noexecPlaces,
  ordinaryPlaces,
  type WritablePlaces,
} from "./writable-places.ts";

/**
 * Profile to bubblewrap's arguments; pure. Later mounts win, so order is part of the meaning. No mount has its
 * destination in a directory the command can write: bubblewrap below 0.12 follows links there on the host
 * (CVE-2026-87766). Paths that the agent can write are bound by descriptor, never by name. Proof: test/sandbox.
 */
export type FdSource =
  | { kind: "gate" }
  | { kind: "program"; file: string }
  | { kind: "seccomp"; file: string }
  | { kind: "path"; host: HostPath };

/** A program of ours inside; started by descriptor where its path is covered by a stub. */
export type Program = { file: string; covered: boolean };

export type SandboxAssets = {
  /** the tree mounted as the root; holds every mount point */
  root: string;
  /** directories of the host mounted read-only, parents first */
  system: readonly { source: string; target: string }[];
  seccomp: string;
  /** read-only binds over system paths: stubs over denied programs, farms over their directories */
  covers: readonly { source: string; target: string }[];
  /** the proxy's socket and the program that carries connections to it */
  egress: { socket: string; bridge: Program } | null;
  /** the gate's shell */
  shell: Program;
  /** an empty read-only directory */
  emptyDirectory: string;
  /** where writable places without execution are mounted, for strict execution; null: this host cannot */
  noexec: string | null;
};

export { egressSocket };

export type BwrapPlan = { args: string[]; fds: FdSource[]; noexec: NoexecPlan | null };

export function bwrapPlan(profile: SandboxProfile, assets: SandboxAssets, gateLimits: GateLimits): BwrapPlan {
  const fds: FdSource[] = [{ kind: "gate" }];
  const fd = (source: FdSource): string => String(gateFd + fds.push(source) - 1);
  if (profile.strict && assets.noexec === null) throw new Error("this host cannot hold strict execution");
  const noexec = profile.strict && assets.noexec !== null ? noexecPlaces(assets.noexec, fd) : null;
  const usual = noexec ?? ordinaryPlaces(fd);
  const places = profile.unwritable === true ? forReading(usual) : usual;
  const args = [
    ...[
      "--unshare-user",
      "--unshare-pid",
      "--unshare-net",
      "--unshare-ipc",
      "--unshare-uts",
      "--unshare-cgroup",
    ],
    ...["--disable-userns", "--uid", "1000", "--gid", "1000", "--hostname", "sandbox", "--cap-drop", "ALL"],
    ...["--die-with-parent", "--new-session", "--clearenv"],
    ...Object.entries({ ...fixedEnvironment, ...(assets.egress === null ? {} : egressEnvironment) }).flatMap(
      ([name, value]) => ["--setenv", name, value],
    ),
    ...["--ro-bind", assets.root, "/"],
    ...assets.system.flatMap(({ source, target }) => ["--ro-bind", source, target]),
    ...assets.covers.flatMap(({ source, target }) => ["--ro-bind", source, target]),
    ...["--proc", "/proc", "--dev", "/dev"],
    ...["--ro-bind", "/dev/null", "/proc/keys"],
    ...places.scratch("/tmp", profile.limits.tmpBytes, "1777"),
    ...places.scratch("/dev/shm", profile.limits.shmBytes, "1777"),
    ...maskArgs(profile, assets),
    ...places.bind(profile.workspace, agentWorkspace),
    ...keepArgs(profile, places),
  ];
  for (const { access, source, target } of profile.mounts) {
    if (access === "write") args.push(...places.bind(source, target));
    else args.push("--ro-bind-fd", fd({ kind: "path", host: source }), target);
  }
  const { script } = profile;
  if (script !== undefined)
    for (const part of ["code", "input"] as const)
      args.push("--ro-bind-fd", fd({ kind: "path", host: script[part] }), scriptPlaces[part]);
  if (assets.egress !== null) args.push("--ro-bind", assets.egress.socket, egressSocket);
  args.push("--remount-ro", "/proc", "--remount-ro", "/dev");
  args.push("--seccomp", fd({ kind: "seccomp", file: assets.seccomp }));
  args.push("--chdir", agentWorkspace);
  const pathOf = ({ file, covered }: Program): string =>
    covered ? `/proc/self/fd/${fd({ kind: "program", file })}` : file;
  const gate = pathOf(assets.shell);
  const bridge = assets.egress === null ? null : pathOf(assets.egress.bridge);
  const stdin = script === undefined ? null : scriptPlaces.input;
  const { strict } = profile;
  const text = gateScript({ limits: gateLimits, fdCount: fds.length, bridge, strict, stdin });
  args.push("--", gate, "--noprofile", "--norc", "-c", text, "sandbox");
  return { args, fds, noexec: noexec?.plan ?? null };
}

function keepArgs(profile: SandboxProfile, places: WritablePlaces): string[] {
  const keep = `${agentHome}/keep`;
  if (profile.keep !== null) return places.bind(profile.keep, keep);
  return [
    ...places.scratch(keep, profile.limits.tmpBytes, "0700"),
    ...keepDirectories.flatMap((name) => ["--dir", `${keep}/${name}`]),
  ];
}

function maskArgs(profile: SandboxProfile, assets: SandboxAssets): string[] {
  return profile.masks.flatMap(({ target, kind }) => [
    "--ro-bind",
    kind === "file" ? "/dev/null" : assets.emptyDirectory,
    target,
  ]);
}
