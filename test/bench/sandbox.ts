import { agentWorkspace } from "@gatehouse/core/path/facts";
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { join } from "node:path";
import { openSandbox, pin, type RunOptions, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";
import { type Bench, type Figure, interleave, percentile, timeFigure } from "./figure.ts";

const rounds = 200;
const warmUp = 10;
/** time for the next sandbox to be armed, as a person's or a model's next call leaves */
const pauseMs = 40;

/**
 * The sandbox against a naive bubblewrap and a bare start: the profile alone, the whole path of a worker, the same
 * armed ahead, with a long deny list, and under strict execution. `git status` stands for a command that does something.
 */
export const sandboxBench: Bench = { name: "sandbox", run };

async function run(): Promise<Figure[]> {
  const sandbox = await openSandbox();
  try {
    const keep = join(sandbox.root, "keep");
    mkdirSync(keep);
    const options: RunOptions = { profile: { keep: pin(keep) } };
    await worked(sandbox, ["git", "init", "-q", "."], options);
    const profile = profileAlone(
      (await worked(sandbox, ["true"], options)).bwrapArgs,
      sandbox.workspace,
      keep,
    );
    const denied = Array.from({ length: 180 }, (_, at) => `absent-${at}`).concat(installed);
    const long: RunOptions = { profile: { keep: pin(keep), deniedCommands: denied } };
    const strict: RunOptions = { profile: { keep: pin(keep), strict: true } };
    const armed: RunOptions = { ...options, session: "bench" };
    const armedGit: RunOptions = { ...options, session: "bench-git" };
    const subjects = {
      bare: () => started("/bin/true", []),
      naive: () => started("bwrap", [...naive, "/bin/true"]),
      naiveGit: () =>
        started("bwrap", [...naive, "--dev", "/dev", "/usr/bin/git", "-C", sandbox.workspace, "status"]),
      profile: () => started("bwrap", [...profile, "/bin/true"]),
      cold: () => worked(sandbox, ["true"], options).then(() => undefined),
      coldGit: () => worked(sandbox, ["git", "status"], options).then(() => undefined),
      long: () => worked(sandbox, ["true"], long).then(() => undefined),
      strict: () => worked(sandbox, ["true"], strict).then(() => undefined),
      armed: () => afterPause(() => worked(sandbox, ["true"], armed)),
      armedStrict: () => afterPause(() => worked(sandbox, ["true"], { ...strict, session: "bench-strict" })),
      armedGit: () => afterPause(() => worked(sandbox, ["git", "status"], armedGit)),
      bareGit: () => started("/usr/bin/git", ["-C", sandbox.workspace, "status"]),
    };
    await interleave(warmUp, subjects);
    const samples = await interleave(rounds, subjects);
    const figure = (
      name: string,
      goal: number,
      of: keyof typeof samples,
      floor: keyof typeof samples,
    ): Figure =>
      timeFigure({ name: `sandbox.${name}`, unit: "ms", goal, samples: samples[of], floor: samples[floor] });
    return [
      figure("profile", 1.3, "profile", "naive"),
      figure("cold", 2, "cold", "naive"),
      figure("cold_git_status", 2, "coldGit", "naiveGit"),
      figure("armed", 1, "armed", "bare"),
      figure("armed_git_status", 1, "armedGit", "bareGit"),
      figure("denied_200", 1.1, "long", "cold"),
      figure("strict", 1.5, "strict", "cold"),
      figure("armed_strict", 1, "armedStrict", "bare"),
      await blocked(sandbox, options),
    ];
  } finally {
    await sandbox.close();
    removeScratch();
  }
}

const naive = ["--ro-bind", "/", "/", "--unshare-all", "--die-with-parent"];
const installed = [
  "curl",
  "wget",
  "nc",
  "dd",
  "shutdown",
  "tac",
  "nohup",
  "shuf",
  "split",
  "seq",
  "perl",
  "less",
  "tee",
  "xargs",
];

function started(file: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], { stdio: "ignore", env: { PATH: "/usr/bin:/bin" } });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${file} ended with ${code}`))));
  });
}

/** As the next call of a session comes: some time after the one before. */
async function afterPause(act: () => Promise<unknown>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

async function worked(sandbox: TestSandbox, argv: readonly string[], options: RunOptions) {
  const { facts } = await sandbox.run(argv, options);
  if (facts.exitCode !== 0) throw new Error(`${argv.join(" ")}: ${facts.sandboxFailure ?? facts.exitCode}`);
  return facts;
}

/** The arguments of a real start, without gate and filter; directories by name, since no descriptor is passed here. */
function profileAlone(args: readonly string[], workspace: string, keep: string): string[] {
  const places = [workspace, keep];
  const until = args.indexOf("--seccomp");
  const plain = args.slice(0, until);
  return [
    ...plain.flatMap((word, at) => {
      if (word === "--bind-fd") return ["--bind"];
      return plain[at - 1] === "--bind-fd" ? [places.shift() ?? ""] : [word];
    }),
    "--chdir",
    agentWorkspace,
    "--",
  ];
}

/** The longest time that a start keeps the worker's event loop from other work. */
async function blocked(sandbox: TestSandbox, options: RunOptions): Promise<Figure> {
  const samples: number[] = [];
  for (let round = 0; round < rounds / 2; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await worked(sandbox, ["true"], options);
    delay.disable();
    samples.push(Math.max(0, delay.max / 1e6 - 1));
  }
  const value = percentile(samples, 0.5);
  return {
    name: "sandbox.loop_blocked",
    value,
    unit: "ms",
    floor: 1,
    ratio: value,
    goal: 2,
    better: "lower",
    p50: value,
    p99: percentile(samples, 0.99),
    runs: samples.length,
  };
}
