import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { isWithin } from "@gatehouse/core/sandbox/derive";
import { type SandboxMount, type SandboxProfile, scriptPlaces } from "@gatehouse/core/sandbox/profile";
import type { HostAssets } from "../sandbox/assets.ts";
import { bwrapPlan, egressSocket } from "@gatehouse/core/sandbox/bwrap-args";
import type { CoverMaker } from "../sandbox/deny/covers.ts";
import { openEgress } from "../sandbox/egress/proxy.ts";
import { gateLimits } from "@gatehouse/core/sandbox/gate-limits";
import { ensureRootTree, type MountPoint } from "../sandbox/root-tree.ts";
import { prepareKeep } from "../sandbox/keep.ts";
import { ensureNoexec, type NoexecTools, noexecDirectory } from "../sandbox/noexec.ts";
import type { Tracer } from "../programs/tracer.ts";
import type { CgroupRoot } from "./launch-order.ts";
import type { Prepared } from "./standing.ts";

export type PrepareInput = {
  profile: SandboxProfile;
  assets: HostAssets;
  bwrap: string;
  cgroups: readonly CgroupRoot[];
  runDirectory: string;
  covers: CoverMaker;
  /** the program that carries connections from inside to the proxy; null: this host offers no network */
  bridge: string | null;
  /** null: this host cannot record what is executed */
  tracer: Tracer | null;
  /** null: this host cannot hold strict execution */
  noexec: NoexecTools | null;
};

/** Everything of a start that is known before it; throws where the profile cannot be held. */
export async function prepare(input: PrepareInput): Promise<Prepared> {
  const { profile, assets, bwrap, cgroups, runDirectory } = input;
  if (profile.network.kind === "egress" && input.bridge === null)
    throw new Error("this host offers no network");
  const writable = [profile.workspace, profile.keep, ...profile.mounts.map((mount) => mount.source)];
  for (const source of writable) {
    if (source !== null && (isWithin(runDirectory, source.path) || isWithin(source.path, runDirectory))) {
      throw new Error(`${source.path} holds the sandbox's own files: it cannot be mounted`);
    }
  }
  if (profile.keep !== null) prepareKeep(profile.keep.path);
  const id = randomUUID();
  const egress =
    profile.network.kind === "egress" ? await openEgress(runDirectory, id, profile.network) : null;
  const { covers, denied } = await input.covers(profile.deniedCommands);
  const noexec = profile.strict && input.noexec !== null ? noexecDirectory(runDirectory, profile) : null;
  const plan = bwrapPlan(
    profile,
    {
      root: ensureRootTree(runDirectory, assets.system, [
        ...profile.mounts.map(mountPoint),
        ...(profile.script === undefined ? [] : scriptPoints),
        ...(egress === null ? [] : [{ target: egressSocket, kind: "file" as const }]),
      ]),
      system: assets.system.mounts,
      emptyDirectory: assets.emptyDirectory,
      seccomp: profile.strict ? assets.seccomp.strict : assets.seccomp.standard,
      covers,
      egress:
        egress === null || input.bridge === null
          ? null
          : { socket: egress.socket, bridge: { file: input.bridge, covered: denied.includes(input.bridge) } },
      shell: { file: assets.shell, covered: denied.includes(assets.shell) },
      noexec,
    },
    gateLimits(
      profile.limits,
      cgroups.some(({ controllers }) => controllers.includes("memory")),
    ),
  );
  const around =
    noexec === null || plan.noexec === null || input.noexec === null
      ? []
      : ensureNoexec(noexec, plan.noexec, input.noexec);
  const order = {
    id,
    around,
    bwrap,
    args: plan.args,
    fds: plan.fds,
    cgroups,
    limits: {
      memoryBytes: profile.limits.memoryBytes,
      processCount: profile.limits.processCount,
      cpuPercent: profile.limits.cpuPercent,
      cpuMs: profile.limits.cpuMs,
      diskBytes: profile.limits.diskBytes,
      own: [profile.workspace.path, ...(profile.keep === null ? [] : [profile.keep.path])],
      granted: profile.mounts.filter(({ access }) => access === "write").map(({ source }) => source.path),
    },
  };
  const tracer = profile.recordPrograms ? input.tracer : null;
  return { plan, order, tracer, egress, outputBytes: profile.limits.outputBytes };
}

const scriptPoints: MountPoint[] = Object.values(scriptPlaces).map((target) => ({ target, kind: "file" }));

function mountPoint({ source, target }: SandboxMount): MountPoint {
  return { target, kind: statSync(source.path).isDirectory() ? "directory" : "file" };
}
