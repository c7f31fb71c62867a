import { realpathSync } from "node:fs";
import type { SandboxProfile } from "@gatehouse/core/sandbox/profile";
import { ensureAssets } from "../sandbox/assets.ts";
import { coverMaker } from "../sandbox/deny/covers.ts";
import type { SandboxHostOptions } from "../sandbox/host-options.ts";
import type { HostCheck, HostReport } from "../sandbox/host-report.ts";
import { bridgeCheck, findBridge, probeGround } from "../sandbox/probe.ts";
import { findNoexec, missingNoexec, strictCheck } from "../sandbox/noexec.ts";
import { selfTest } from "../sandbox/self-test.ts";
import { elevationCheck, findElevation } from "../elevation/elevated-account.ts";
import { sweepElevated } from "../elevation/run-elevated.ts";
import { findCgroups } from "./cgroup-roots.ts";
import { armedKey, openArmoury } from "./armed.ts";
import { findTracer } from "../programs/tracer.ts";
import { closeInherited } from "./close-inherited.ts";
import type { Running, SandboxHost, StartRequest } from "./execution-types.ts";
import { fifoPool } from "./fifo-pool.ts";
import type { CgroupRoot } from "./launch-order.ts";
import { launcherFile } from "./launcher-file.ts";
import { prepare } from "./prepare.ts";
import { remoteLauncher } from "./remote-launch.ts";
import { runSandbox } from "./run-sandbox.ts";
import { removeLeftScripts } from "../sandbox/script-files.ts";
import { type Obtained, standUp } from "./standing.ts";
import { pruneBuilt, sweepLeftovers } from "./sweep.ts";

/**
 * What a worker executes with: boot checks, sweep of what an earlier worker left, the launcher, and starts.
 * Throws when the host cannot isolate; there is no weaker way to run. Proof: test/sandbox.
 */
export async function createSandboxHost(options: SandboxHostOptions): Promise<SandboxHost> {
  const ground = await probeGround(options.bwrap);
  stopOnFailure(ground.checks);
  if (ground.bwrap === null) throw new Error("bubblewrap is not installed");
  const { bwrap } = ground;
  const closed = closeInherited();
  if (closed.length > 0) options.log("warn", "closed inherited descriptors", { closed });
  const assets = ensureAssets(options.runDirectory);
  const runDirectory = realpathSync(options.runDirectory);
  const cgroups = findCgroups(options.cgroupDirectories);
  await sweepLeftovers(runDirectory, cgroups);
  pruneBuilt(runDirectory);
  removeLeftScripts(runDirectory);
  const file = options.launcherFile ?? (await launcherFile(runDirectory));
  const launcher = await remoteLauncher(file, (message) => options.log("error", message));
  const pool = fifoPool(assets.fifoDirectory, (names) => launcher.makeFifos(assets.fifoDirectory, names));

  const covers = coverMaker(runDirectory);
  const bridge = options.egress === true ? findBridge() : null;
  const tracer = findTracer();
  let noexec = findNoexec();
  const build = async (profile: SandboxProfile): Promise<Obtained> => {
    const prepared = await prepare({
      profile,
      assets,
      bwrap,
      cgroups,
      runDirectory,
      covers,
      bridge,
      tracer,
      noexec,
    });
    const standing = await standUp(prepared, { takeFifo: pool.take, launch: launcher.launch });
    return { prepared, standing };
  };
  const armoury = openArmoury();
  let closing = false;
  const start = (request: StartRequest): Running => {
    const { session, profile } = request;
    if (session === undefined || profile.network.kind !== "none") {
      return runSandbox({ request, obtain: () => build(profile) });
    }
    const key = async (): Promise<string> => armedKey(profile, await covers(profile.deniedCommands));
    const obtain = async (): Promise<Obtained> =>
      (await armoury.take(session, await key())) ?? build(profile);
    const running = runSandbox({ request, obtain });
    // the next one is armed when this one is over and recorded: arming then takes nothing from a command that runs or its end
    void running.done.then(async ({ sandboxFailure }) => {
      await request.armAfter;
      if (sandboxFailure === null && !closing) armoury.arm(session, await key(), () => build(profile));
    });
    return running;
  };
  const elevation = await findElevation();
  if (elevation !== "none") await sweepElevated();
  const tested = await selfTest({ start, runDirectory, strict: false });
  const launcherCheck = checkLauncher(launcher.rssBytes());
  if (!tested.ok) await launcher.close();
  stopOnFailure([tested]);
  const strict = strictCheck(
    noexec === null ? missingNoexec : await selfTest({ start, runDirectory, strict: true }),
  );
  if (!strict.offered) noexec = null;
  const report: HostReport = {
    ok: true,
    checks: [
      ...ground.checks,
      tested,
      launcherCheck,
      bridgeCheck(options.egress === true, bridge),
      strict.check,
      elevationCheck(elevation),
    ],
    bwrapVersion: ground.version,
    architecture: process.arch,
    limits: means(cgroups),
    egress: bridge !== null,
    programs: tracer !== null,
    strict: strict.offered,
    elevation,
  };
  const close = async (): Promise<void> => {
    closing = true;
    await armoury.close();
    await pool.close();
    await launcher.close();
  };
  return { report, start, takeFifo: pool.take, close };
}

function stopOnFailure(checks: readonly HostCheck[]): void {
  const failed = checks.filter((check) => !check.ok);
  if (failed.length === 0) return;
  const reasons = failed.map(
    ({ name, detail, fix }) => `${name}: ${detail}${fix === undefined ? "" : ` (${fix})`}`,
  );
  throw new Error(`this host cannot isolate, so nothing runs here. ${reasons.join("; ")}`);
}

const launcherMost = 64 * 1024 ** 2;

/** A start blocks the launcher in proportion to its memory; too much is slow, not unsafe. */
function checkLauncher(bytes: number): HostCheck {
  const detail = `${Math.round(bytes / 1024 ** 2)} MiB`;
  return { name: "launcher's memory", ok: bytes < launcherMost, detail };
}

function means(cgroups: readonly CgroupRoot[]): HostReport["limits"] {
  const held = (controller: CgroupRoot["controllers"][number]) => {
    const root = cgroups.find(({ controllers }) => controllers.includes(controller));
    return root === undefined ? null : root.version === 1 ? ("cgroup v1" as const) : ("cgroup v2" as const);
  };
  return {
    memory: held("memory") ?? "polling",
    processes: held("pids") ?? "rlimit",
    cpu: held("cpu") ?? "polling",
    disk: "polling",
  };
}
