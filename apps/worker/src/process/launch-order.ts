import type { FdSource } from "@gatehouse/core/sandbox/bwrap-args";
import type { Tracer } from "../programs/tracer.ts";
import type { ExceededLimit } from "./execution-types.ts";
import type { Usage } from "./usage.ts";

/** Messages between the worker and its launcher. Everything is plain data: it crosses an IPC channel as JSON. */
export type WatchedLimits = {
  memoryBytes: number;
  processCount: number;
  /** of one processor; null: all there are */
  cpuPercent: number | null;
  cpuMs: number | null;
  diskBytes: number | null;
  /** the member's directories, which together may hold diskBytes */
  own: readonly string[];
  /** granted directories, to which one execution may add diskBytes */
  granted: readonly string[];
};

export type LaunchOrder = {
  id: string;
  /** words before bubblewrap's: what starts it in a namespace of its own, each in place of itself; usually none */
  around: readonly string[];
  bwrap: string;
  args: readonly string[];
  fds: readonly FdSource[];
  /** writes down what is executed inside, into a FIFO of its own; null: nothing is recorded */
  trace: { tracer: Tracer; fifo: string } | null;
  /** FIFOs whose reading ends are open already */
  stdout: string;
  stderr: string;
  limits: WatchedLimits;
  /** delegated cgroup directories that this execution gets a group in */
  cgroups: readonly CgroupRoot[];
};

export type CgroupRoot = {
  directory: string;
  version: 1 | 2;
  controllers: readonly ("memory" | "pids" | "cpu" | "cpuacct")[];
};

export type ToLauncher =
  | { kind: "launch"; order: LaunchOrder }
  | { kind: "go"; id: string; payload: string }
  | { kind: "terminate"; id: string }
  | { kind: "kill"; id: string }
  | { kind: "make_fifos"; directory: string; names: readonly string[] };

export type FromLauncher =
  | { kind: "up"; rssBytes: number }
  | { kind: "spawned"; id: string }
  | { kind: "ready"; id: string }
  | { kind: "exceeded"; id: string; limit: ExceededLimit }
  | { kind: "usage"; id: string; usage: Usage }
  | { kind: "ended"; id: string; ended: LaunchEnd }
  | { kind: "fifos_made"; names: readonly string[]; failure: string | null };

export type LaunchEnd = {
  code: number | null;
  signal: string | null;
  /** why bubblewrap could not be started at all */
  failure: string | null;
  cpuMs: number | null;
  maxRssBytes: number | null;
  oomKilled: boolean;
};
