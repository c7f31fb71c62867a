import { openSandbox, type RunOptions, type TestSandbox } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";
import { type Bench, type Figure, interleave, timeFigure } from "./figure.ts";

const rounds = 25;
const warmUp = 2;

/** 200 programs one after the other, and half a million calls of the system by one program. */
const forkHeavy = ["sh", "-c", "i=0; while [ $i -lt 200 ]; do /bin/true; i=$((i+1)); done"];
const callHeavy = ["python3", "-c", "import os\nfor i in range(500000): os.stat('/usr')"];

/** What it costs that every program is written down, by the policy field `record_programs`: the same command, on and off. */
export const recordBench: Bench = { name: "record", run };

async function run(): Promise<Figure[]> {
  const sandbox = await openSandbox();
  try {
    if (!sandbox.host.report.programs) throw new Error("this host cannot record what is executed inside");
    const of = (argv: readonly string[], recordPrograms: boolean) => () =>
      inSandbox(sandbox, argv, { profile: { recordPrograms } });
    const subjects = {
      forks: of(forkHeavy, true),
      forksPlain: of(forkHeavy, false),
      calls: of(callHeavy, true),
      callsPlain: of(callHeavy, false),
      start: of(["true"], true),
      startPlain: of(["true"], false),
    };
    await interleave(warmUp, subjects);
    const samples = await interleave(rounds, subjects);
    const figure = (name: string, goal: number, of: [readonly number[], readonly number[]]): Figure =>
      timeFigure({ name: `record.${name}`, unit: "ms", goal, samples: of[0], floor: of[1] });
    return [
      figure("fork_heavy", 1.3, [samples.forks, samples.forksPlain]),
      figure("syscall_heavy", 1.05, [samples.calls, samples.callsPlain]),
      figure("cold_start", 3, [samples.start, samples.startPlain]),
    ];
  } finally {
    await sandbox.close();
    removeScratch();
  }
}

async function inSandbox(sandbox: TestSandbox, argv: readonly string[], options: RunOptions): Promise<void> {
  const { facts } = await sandbox.run(argv, options);
  if (facts.exitCode !== 0) throw new Error(`${argv[0]}: ${facts.sandboxFailure ?? facts.exitCode}`);
}
