import { agentHome, agentWorkspace } from "../../path/facts.ts";
import { entryPath } from "../../path/lexical.ts";
import { type BwrapPlan, bwrapPlan, egressSocket } from "../../sandbox/bwrap-args.ts";
import { deriveProfile } from "../../sandbox/derive.ts";
import { gateLimits } from "../../sandbox/gate-limits.ts";
import { loadsMemberCode } from "../../sandbox/member-code.ts";
import type { HostPath, SandboxProfile } from "../../sandbox/profile.ts";
import { sandboxLimits } from "../../sandbox/sandbox-limits.ts";
import type { Policy } from "../defaults.ts";
import type { Tried } from "./try-call.ts";

/** What is known of a host from its own report. */
export type PlannedHost = { name: string; egress: boolean; strict: boolean; memoryByCgroup: boolean };

export type SandboxPlan =
  | { kind: "none"; sentence: string }
  | { kind: "refused"; sentence: string; hint: string }
  | { kind: "plan"; profile: SandboxProfile; args: string[]; fds: BwrapPlan["fds"] };

/**
 * The profile and bubblewrap's arguments as a worker builds them, by the functions it builds them with. What only the
 * host can know (where its own files are, where a denied program lies) stands in angle brackets; its paths are taken
 * to exist.
 */
export function sandboxPlan(
  { call, decision, grants }: Tried,
  policy: Policy,
  host: PlannedHost,
): SandboxPlan {
  if (decision.verdict === "deny") return { kind: "none", sentence: "A refused call gets no sandbox." };
  if (decision.effect === "trash")
    return { kind: "none", sentence: "rm moves to the trash; the worker does it itself, without a process." };
  if (decision.effect !== "run")
    return { kind: "none", sentence: "This call leaves the sandbox, once it is approved." };
  const wanted = (call.input.write_paths ?? []).filter((path) => !path.startsWith(`${agentHome}/`));
  const granted = grants.flatMap((grant) =>
    grant.kind === "path" && grant.access === "write" ? [grant.path] : [],
  );
  const writable = [...new Set([...granted, ...wanted])].filter((path) => !path.startsWith(agentHome));
  const denied = policy.denied_path.flatMap((entry) => entryPath(entry, agentHome) ?? []);
  const derived = deriveProfile({
    call: {
      network: call.input.network ?? false,
      writePaths: wanted,
      unwritable: decision.readOnly && loadsMemberCode(call.input.argv),
    },
    policy: {
      deniedCommands: policy.denied_command,
      deniedPaths: denied,
      limits: sandboxLimits(policy.limits),
      network: {
        hosts: policy.network_host.length > 0 ? policy.network_host : "public",
        exempt: policy.net_white_list,
      },
      strict: policy.strict_execution,
      recordPrograms: policy.record_programs,
    },
    session: {
      workspace: unknownPath(agentWorkspace),
      keep: unknownPath(`${agentHome}/keep`),
      writable: writable.map((path) => ({ ...placed(path), kind: "directory" })),
      readable: [],
    },
    host: {
      egress: host.egress,
      strict: host.strict,
      systemDirectories: ["/usr"],
      deniedKinds: Object.fromEntries(denied.map((path) => [path, "directory"])),
    },
  });
  if (derived.kind === "refused") return { kind: "refused", sentence: derived.sentence, hint: derived.hint };
  const { profile } = derived;
  const { args, fds } = bwrapPlan(
    profile,
    {
      root: "<root tree of the host>",
      system: [{ source: "/usr", target: "/usr" }],
      seccomp: profile.strict ? "<strict filter>" : "<filter>",
      covers: profile.deniedCommands.map((name) => ({
        source: "<refusing stub>",
        target: `<each path of ${name}>`,
      })),
      egress:
        profile.network.kind === "none"
          ? null
          : {
              socket: `<socket of the proxy, ${egressSocket}>`,
              bridge: { file: "/usr/bin/socat", covered: profile.deniedCommands.includes("socat") },
            },
      shell: { file: "/usr/bin/bash", covered: profile.deniedCommands.includes("bash") },
      emptyDirectory: "<empty directory>",
      noexec: profile.strict ? "<places without execution>" : null,
    },
    gateLimits(profile.limits, host.memoryByCgroup),
  );
  return { kind: "plan", profile, args, fds };
}

function placed(path: string): HostPath {
  return { path, device: 0, inode: 0 };
}

function unknownPath(inside: string): HostPath {
  return placed(`<directory of the host for ${inside}>`);
}
