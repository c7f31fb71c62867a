import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { isWithin } from "@gatehouse/core/sandbox/derive";
import { ensureAssets, type HostAssets } from "../sandbox/assets.ts";
import { bwrapPlan } from "../sandbox/bwrap-args.ts";
import { coversFor } from "../sandbox/deny-covers.ts";
import { gateLimits } from "../sandbox/gate-limits.ts";
import type { SandboxHostOptions } from "../sandbox/host-options.ts";
import type { HostReport } from "../sandbox/host-report.ts";
import { prepareKeep } from "../sandbox/keep.ts";
import { probeGround } from "../sandbox/probe.ts";
import { findCgroups } from "./cgroup-roots.ts";
import { closeInherited } from "./close-inherited.ts";
import type { Running, SandboxHost, StartRequest } from "./execution-types.ts";
import { failedRun } from "./failed-run.ts";
import { fifoPool } from "./fifo-pool.ts";
import type { CgroupRoot } from "./launch-order.ts";
import { launcherFile } from "./launcher-file.ts";
import { remoteLauncher } from "./remote-launch.ts";
import { runSandbox } from "./run-sandbox.ts";
import { sweepLeftovers } from "./sweep.ts";

/**
 * What a worker executes with: boot checks, sweep of what an earlier worker left, the launcher, and starts.
 * Throws when the host cannot isolate; there is no weaker way to run. Proof: test/sandbox.
 */
export async function createSandboxHost(options: SandboxHostOptions): Promise<SandboxHost> {
  const ground = await probeGround(options.bwrap);
  const failed = ground.checks.filter((check) => !check.ok);
  if (failed.length > 0 || ground.bwrap === null) {
    const reasons = failed.map(
      (check) => `${check.name}: ${check.detail}${check.fix ? ` (${check.fix})` : ""}`,
    );
    throw new Error(`this host cannot isolate, so nothing runs here. ${reasons.join("; ")}`);
  }
  const { bwrap } = ground;
  const closed = closeInherited();
  if (closed.length > 0) options.log("warn", "closed inherited descriptors", { closed });
  const assets = ensureAssets(options.runDirectory);
  const runDirectory = realpathSync(options.runDirectory);
  const cgroups = findCgroups(options.cgroupDirectories);
  await sweepLeftovers(runDirectory, cgroups);
  const file = options.launcherFile ?? (await launcherFile(runDirectory));
  const launcher = await remoteLauncher(file, (message) => options.log("error", message));
  const pool = fifoPool(assets.fifoDirectory, (names) => launcher.makeFifos(assets.fifoDirectory, names));

  const start = (request: StartRequest): Running => {
    try {
      const prepared = prepare({ request, assets, bwrap, cgroups, runDirectory });
      return runSandbox({ request, ...prepared, takeFifo: pool.take, launch: launcher.launch });
    } catch (cause) {
      return failedRun(cause);
    }
  };
  const report: HostReport = {
    ok: true,
    checks: ground.checks,
    bwrapVersion: ground.version,
    architecture: process.arch,
    limits: means(cgroups),
    egress: false,
  };
  return { report, start, close: launcher.close };
}

export type PrepareInput = {
  request: StartRequest;
  assets: HostAssets;
  bwrap: string;
  cgroups: readonly CgroupRoot[];
  runDirectory: string;
};

type Prepared = Pick<Parameters<typeof runSandbox>[0], "plan" | "order">;

/** Everything of a start that is known before it; throws where the profile cannot be held. */
export function prepare({ request, assets, bwrap, cgroups, runDirectory }: PrepareInput): Prepared {
  const { profile } = request;
  if (profile.network.kind !== "none") throw new Error("this host offers no network");
  const writable = [profile.workspace, profile.keep, ...profile.mounts.map((mount) => mount.source)];
  for (const source of writable) {
    if (source !== null && (isWithin(runDirectory, source.path) || isWithin(source.path, runDirectory))) {
      throw new Error(`${source.path} holds the sandbox's own files: it cannot be mounted`);
    }
  }
  if (profile.keep !== null) prepareKeep(profile.keep.path);
  const plan = bwrapPlan(
    profile,
    {
      ...assets,
      seccomp: profile.strict ? assets.seccomp.strict : assets.seccomp.standard,
      covers: coversFor(runDirectory, profile.deniedCommands, assets.system),
    },
    gateLimits(
      profile.limits,
      cgroups.some(({ controllers }) => controllers.includes("memory")),
    ),
  );
  const order = {
    id: randomUUID(),
    bwrap,
    args: plan.args,
    fds: plan.fds,
    cgroups,
    limits: {
      memoryBytes: profile.limits.memoryBytes,
      processCount: profile.limits.processCount,
      cpuMs: profile.limits.cpuMs,
      diskBytes: profile.limits.diskBytes,
      writable: [
        profile.workspace.path,
        ...(profile.keep === null ? [] : [profile.keep.path]),
        ...profile.mounts.filter(({ access }) => access === "write").map(({ source }) => source.path),
      ],
    },
  };
  return { plan, order };
}

function means(cgroups: readonly CgroupRoot[]): HostReport["limits"] {
  const held = (controller: CgroupRoot["controllers"][number]) => {
    const root = cgroups.find(({ controllers }) => controllers.includes(controller));
    return root === undefined ? null : root.version === 1 ? ("cgroup v1" as const) : ("cgroup v2" as const);
  };
  return {
    memory: held("memory") ?? "polling",
    processes: held("pids") ?? "rlimit",
    cpu: "polling",
    disk: "polling",
  };
}
