import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { descendantsOf } from "../../apps/worker/src/process/process-tree.ts";
import { eventually, openSandbox, processesWith } from "../helpers/sandbox.ts";
import { removeScratch } from "../helpers/scratch.ts";
import { type Bench, type Figure, percentile } from "./figure.ts";

const rounds = 10;
const atOnce = 4;
const mebibyte = 1024 ** 2;

/** What a running command takes beside what it would take without a sandbox, in MiB of its share of resident memory (PSS). */
export const memoryBench: Bench = { name: "memory", run };

async function run(): Promise<Figure[]> {
  const sandbox = await openSandbox();
  const samples: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const seconds = String(5_000_000 + round);
      const bare = Array.from({ length: atOnce }, () => spawn("sleep", [seconds], { stdio: "ignore" }));
      const boxed = Array.from({ length: atOnce }, () => sandbox.start(["sleep", seconds]));
      const bareIds = new Set(bare.map(({ pid }) => pid));
      const sleeping = (): number[] => processesWith(seconds).filter((pid) => !bareIds.has(pid));
      if (!(await eventually(() => sleeping().filter(isSleep).length === atOnce)))
        throw new Error("the commands did not start");
      const outer = processesWith(`${sandbox.runDirectory}/root-`);
      const tree = new Set(outer.flatMap((pid) => [pid, ...descendantsOf(pid)]));
      const inside = sum([...tree].map(shareOf));
      const outside = sum([...bareIds].flatMap((pid) => (pid === undefined ? [] : [shareOf(pid)])));
      samples.push((inside - outside) / atOnce / mebibyte);
      for (const child of bare) child.kill("SIGKILL");
      for (const { running } of boxed) running.cancel("measured");
      await Promise.all(boxed.map(({ running }) => running.done));
    }
  } finally {
    await sandbox.close();
    removeScratch();
  }
  const value = percentile(samples, 0.5);
  return [
    {
      name: "memory.above_bare",
      value,
      unit: "MiB",
      floor: 1,
      ratio: value,
      goal: 1,
      better: "lower",
      p50: value,
      p99: percentile(samples, 0.99),
      runs: samples.length,
    },
  ];
}

function isSleep(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8") === "sleep\n";
  } catch (_gone) {
    return false;
  }
}

/** Pages that are shared count by their share. */
function shareOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
