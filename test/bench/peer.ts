import { spawn } from "node:child_process";
import { SandboxManager } from "@anthropic-ai/sandbox-runtime";
import { openSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";
import { type Bench, type Figure, interleave, timeFigure } from "./figure.ts";

const rounds = 60;
const warmUp = 3;
const pauseMs = 40;

/**
 * The whole path of a worker, cold and armed ahead, against @anthropic-ai/sandbox-runtime used as a library that is
 * already initialised: the same command, each with write access to one directory and no network.
 */
export const peerBench: Bench = { name: "peer", run };

async function run(): Promise<Figure[]> {
  const sandbox = await openSandbox();
  process.chdir(sandbox.workspace);
  await SandboxManager.initialize({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: [], allowWrite: [sandbox.workspace], denyWrite: [] },
  });
  const ours = async (session?: string): Promise<void> => {
    const { facts } = await sandbox.run(["true"], session === undefined ? {} : { session });
    if (facts.exitCode !== 0) throw new Error(facts.sandboxFailure ?? `exit ${facts.exitCode}`);
  };
  const theirs = async (): Promise<void> => started(await SandboxManager.wrapWithSandbox("true"));
  try {
    const subjects = {
      peer: theirs,
      cold: () => ours(),
      armed: async () => {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        const begun = performance.now();
        await ours("bench");
        return performance.now() - begun;
      },
    };
    await interleave(warmUp, subjects);
    const samples = await interleave(rounds, subjects);
    const figure = (name: string, of: readonly number[]): Figure =>
      timeFigure({ name: `peer.${name}`, unit: "ms", goal: 0.3, samples: of, floor: samples.peer });
    return [figure("cold", samples.cold), figure("armed", samples.armed)];
  } finally {
    await SandboxManager.reset();
    await sandbox.close();
    process.chdir("/");
    removeScratch();
  }
}

function started(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", command], { stdio: "ignore" });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`sandbox-runtime: ${code}`))));
  });
}
