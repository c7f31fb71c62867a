import { realpathSync } from "node:fs";
import { join } from "node:path";
import { ensureAssets } from "../sandbox/assets.ts";
import { coverMaker } from "../sandbox/deny/covers.ts";
import { findNoexec } from "../sandbox/noexec.ts";
import { explainFailure, findBridge, quickGround } from "../sandbox/probe.ts";
import { findCgroups } from "./cgroup-roots.ts";
import { closeInherited } from "./close-inherited.ts";
import type { Running, StartRequest } from "./execution-types.ts";
import { launch } from "./launch.ts";
import { prepare } from "./prepare.ts";
import { runSandbox } from "./run-sandbox.ts";
import { runHostTool } from "./spawn.ts";
import { type Obtained, standUp } from "./standing.ts";
import { sweepLeftovers } from "./sweep.ts";

/**
 * One execution without a launcher process: for a command line, which is small itself. Same profile, same gate; this
 * process is bubblewrap's parent, so that its end, SIGKILL included, is the sandbox's.
 */
export async function localSandbox(runDirectory: string, request: StartRequest): Promise<Running> {
  closeInherited();
  const { bwrap, failure } = quickGround();
  if (bwrap === null || failure !== null) throw new Error(failure ?? "bubblewrap is not installed");
  const assets = ensureAssets(runDirectory);
  const directory = realpathSync(runDirectory);
  const names = ["o", "e"].map((end) => `f${process.pid}-${end}`);
  const fifos = names.map((name) => join(assets.fifoDirectory, name));
  const making = runHostTool("/usr/bin/mkfifo", ["-m", "600", "--", ...fifos]);
  const cgroups = findCgroups();
  const covers = coverMaker(directory);
  const takeFifo = async (): Promise<string> => {
    const path = fifos.shift();
    const made = await making;
    if (made.code !== 0 || path === undefined) throw new Error(`named pipes cannot be made: ${made.stderr}`);
    return path;
  };
  const obtain = async (): Promise<Obtained> => {
    const prepared = await prepare({
      profile: request.profile,
      assets,
      bwrap,
      cgroups,
      runDirectory: directory,
      covers,
      bridge: findBridge(),
      tracer: null,
      noexec: findNoexec(),
    });
    return { prepared, standing: await standUp(prepared, { takeFifo, launch }) };
  };
  const running = runSandbox({ request, obtain });
  const sweep = setTimeout(() => void sweepLeftovers(directory, cgroups), 0);
  return {
    cancel: running.cancel,
    done: running.done.then((facts) => {
      clearTimeout(sweep);
      if (facts.sandboxFailure !== null) facts.sandboxFailure = explainFailure(facts.sandboxFailure);
      return facts;
    }),
  };
}
