import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../helpers/wait.ts";
import { must, type Part, seenProcesses } from "./processes.ts";
import type { Random } from "./random.ts";
import type { ChaosHost, Topology } from "./topology.ts";

export type Death = { host: string; wallMs: number; monotonicMs: number };
export type Faults = {
  counts: Map<string, number>;
  deaths: Death[];
  violations: string[];
  cut: Set<string>;
  stop(): Promise<void>;
};

type FaultPlan = { topology: Topology; random: Random; clockLibrary: string; say: (text: string) => void };
type Fault = { kind: string; target: string; run: () => Promise<void> };

/** how long what a dead worker ran may be seen after it */
const orphanMs = 5_000;
const shiftSeconds = 300;

/** One fault after the other at random moments, several at once, never two on the same part; `stop` mends everything. */
export function startFaults(plan: FaultPlan): Faults {
  const { random, say } = plan;
  const faults: Faults = {
    counts: new Map(),
    deaths: [],
    violations: [],
    cut: new Set(),
    stop: async () => undefined,
  };
  const busy = new Set<string>();
  const under = new Set<Promise<void>>();
  let stopped = false;
  const loop = async (): Promise<void> => {
    while (!stopped) {
      await sleep(random.between(300, 2_400));
      const possible = possibleFaults(plan, faults).filter(({ target }) => !busy.has(target));
      if (stopped || possible.length === 0 || busy.size > 2) continue;
      const kind = random.pick([...new Set(possible.map((one) => one.kind))]);
      const fault = random.pick(possible.filter((one) => one.kind === kind));
      busy.add(fault.target);
      faults.counts.set(fault.kind, (faults.counts.get(fault.kind) ?? 0) + 1);
      say(`${fault.kind} ${fault.target}`);
      const running = fault
        .run()
        .catch((error: unknown) => {
          faults.violations.push(`${fault.kind} ${fault.target}: ${String(error)}`);
        })
        .finally(() => {
          busy.delete(fault.target);
          under.delete(running);
        });
      under.add(running);
    }
  };
  const looping = loop();
  faults.stop = async () => {
    stopped = true;
    await looping;
    await Promise.all(under);
  };
  return faults;
}

function possibleFaults(plan: FaultPlan, faults: Faults): Fault[] {
  const { topology, random } = plan;
  const { postgres, redis, web, hosts } = topology;
  const pause = (low: number, high: number): Promise<void> => sleep(random.between(low, high));
  const freeze = (part: Part, high: number): Fault => ({
    kind: `stop ${kindOf(part)}`,
    target: part.name,
    run: async () => {
      part.freeze();
      await pause(500, high);
      part.thaw();
    },
  });
  const killAndStart = (part: Part, high: number): Fault => ({
    kind: `kill ${kindOf(part)}`,
    target: part.name,
    run: async () => {
      await part.kill();
      await pause(100, high);
      await insist(() => part.start(shifted(plan, part)));
    },
  });
  return [
    killAndStart(postgres, 2_500),
    killAndStart(redis, 2_500),
    killAndStart(web, 2_000),
    freeze(postgres, 5_000),
    freeze(redis, 5_000),
    freeze(web, 5_000),
    ...hosts.flatMap((host) => [
      killWorker(plan, faults, host),
      freeze(host.part, 14_000),
      cutOff(plan, faults, host),
      ...(host.smallDisk ? [fillDisk(plan, host)] : []),
    ]),
  ];
}

function killWorker(plan: FaultPlan, faults: Faults, host: ChaosHost): Fault {
  return {
    kind: "kill worker",
    target: host.name,
    run: async () => {
      faults.deaths.push({ host: host.name, wallMs: Date.now(), monotonicMs: performance.now() });
      await host.part.kill();
      await until(
        `what ${host.name} ran to be gone after its worker`,
        async () => !hasLeftovers(host),
        orphanMs,
      ).catch(() =>
        faults.violations.push(`${host.name}: ${leftoversOf(host).join("; ")} outlived the worker`),
      );
      await sleep(plan.random.between(100, 6_000));
      await insist(() => host.part.start(shifted(plan, host.part)));
    },
  };
}

function cutOff(plan: FaultPlan, faults: Faults, host: ChaosHost): Fault {
  return {
    kind: "cut network",
    target: host.name,
    run: async () => {
      faults.cut.add(host.name);
      must("ip", ["link", "set", host.link, "down"]);
      await sleep(plan.random.between(1_000, 14_000));
      must("ip", ["link", "set", host.link, "up"]);
      faults.cut.delete(host.name);
    },
  };
}

function fillDisk(plan: FaultPlan, host: ChaosHost): Fault {
  return {
    kind: "fill disk",
    target: host.name,
    run: async () => {
      const file = path.join(host.dataDir, "filler");
      for (let size = 64 * 1024 ** 2; size >= 4_096; size /= 2) {
        try {
          writeFileSync(file, Buffer.alloc(size), { flag: "a" });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      }
      await sleep(plan.random.between(1_000, 8_000));
      rmSync(file);
    },
  };
}

/** Every third process that is started again lives five minutes early or late. */
function shifted({ random, clockLibrary }: FaultPlan, part: Part): Record<string, string> {
  if (part.name === "postgres" || part.name === "redis" || random.next() > 0.34) return {};
  const seconds = random.pick([shiftSeconds, -shiftSeconds]);
  return {
    LD_PRELOAD: clockLibrary,
    FAKETIME: `${seconds > 0 ? "+" : ""}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
    FAKETIME_DONT_RESET: "1",
  };
}

/** A part may need another that is away at this moment: whoever supervises it would try again as well. */
async function insist(start: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 20) throw error;
      await sleep(500);
    }
  }
}

function kindOf(part: Part): string {
  return part.name.replace(/^host-.*/, "worker");
}

/** What belongs to a worker is recognised by the directory that its arguments name. */
export function leftoversOf(host: Pick<ChaosHost, "dataDir">): string[] {
  return seenProcesses()
    .filter(({ state, words }) => state !== "Z" && words.some((word) => word.includes(`${host.dataDir}/`)))
    .map(({ pid, name, words }) => `${pid} ${name} ${words.slice(0, 3).join(" ").slice(0, 120)}`);
}

function hasLeftovers(host: ChaosHost): boolean {
  return leftoversOf(host).length > 0;
}
