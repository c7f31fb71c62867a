import { closeSync, constants, openSync, unlinkSync } from "node:fs";
import type { Duplex } from "node:stream";
import type { FdSource } from "@gatehouse/core/sandbox/bwrap-args";
import { createGroup } from "./cgroup.ts";
import type { ExceededLimit } from "./execution-types.ts";
import { gateFd, gateReady } from "@gatehouse/core/sandbox/gate-script";
import type { LaunchEnd, LaunchOrder } from "./launch-order.ts";
import { traced } from "../programs/tracer.ts";
import { openPinned, pathOnly } from "./open-pinned.ts";
import { childrenOf, descendantsOf, killTree, signalQuietly, terminateTree } from "./process-tree.ts";
import { type ChildProcess, type StdioOptions, spawnBwrap } from "./spawn.ts";
import { memoryFileBytes, reapedCpuMs, type Usage, usageOf } from "./usage.ts";
import { watchLimits } from "./watch-limits.ts";

/**
 * Starts one bubblewrap and sees it to its end. Runs in the launcher process; Node built-ins only.
 * The command starts when `go` is called and never before; without it the gate ends with 125.
 */
export type LaunchEvents = {
  spawned: () => void;
  ready: () => void;
  exceeded: (limit: ExceededLimit) => void;
  /** about once a second while the command runs */
  usage: (now: Usage) => void;
  ended: (end: LaunchEnd) => void;
  /** after the end: its control groups are gone too */
  removed: () => void;
};

export type Launched = { go: (payload: Buffer) => void; terminate: () => void; kill: () => void };

export function launch(order: LaunchOrder, events: LaunchEvents): Launched {
  const opened: number[] = [];
  const inert: Launched = { go: () => undefined, terminate: () => undefined, kill: () => undefined };
  let child: ChildProcess;
  let group: ReturnType<typeof createGroup>;
  try {
    group = createGroup(order.cgroups, order.id, order.limits);
    child = spawnBwrap(commandOf(order), openStdio(order, opened));
  } catch (cause) {
    events.ended({ ...nothing, failure: describe(cause) });
    return inert;
  } finally {
    for (const fd of opened) closeSync(fd);
    for (const fifo of [order.stdout, order.stderr]) unlinkQuietly(fifo);
  }
  const pid = child.pid;
  if (pid === undefined) {
    child.once("error", (cause) => {
      void group.remove();
      events.ended({ ...nothing, failure: describe(cause) });
    });
    return inert;
  }
  events.spawned();
  const gate = child.stdio[gateFd] as Duplex;
  let peak = { memoryBytes: 0, cpuMs: 0 };
  let toldAt = Number.NEGATIVE_INFINITY;
  let watch: { stop: () => void } | undefined;
  let tracerLate: NodeJS.Timeout | undefined;
  const before = reapedCpuMs();
  const end = (): void => {
    const outer = order.trace === null ? pid : childrenOf(pid)[0];
    if (outer !== undefined) killTree(outer);
    if (order.trace === null) return;
    // The tracer takes with it whatever it still holds, but goes last: a call that it stops at fails with ENOSYS once nobody
    // traces it, and a shell that is about to die would print that among its output.
    if (outer === undefined) signalQuietly(pid, "SIGKILL");
    else tracerLate ??= setTimeout(() => signalQuietly(pid, "SIGKILL"), tracerGraceMs);
  };
  gate.on("error", () => undefined); // the sandbox ended before it read; its end is reported by exit
  gate.once("data", (bytes: Buffer) => {
    if (bytes.toString("latin1") !== gateReady) return end();
    try {
      group.join(descendantsOf(pid));
    } catch (_notLimited) {
      return end();
    }
    events.ready();
  });
  child.once("exit", (code, signal) => {
    watch?.stop();
    clearTimeout(tracerLate);
    const counted = group.usage();
    void group.remove().then(events.removed);
    gate.destroy();
    events.ended({
      code,
      signal,
      failure: null,
      cpuMs: counted.cpuMs ?? Math.max(peak.cpuMs, reapedCpuMs() - before),
      maxRssBytes: counted.maxBytes ?? (peak.memoryBytes > 0 ? peak.memoryBytes : null),
      oomKilled: counted.oomKilled,
    });
  });
  return {
    go: (payload) => {
      gate.end(payload);
      watch = watchLimits(order.limits, {
        usage: () => {
          const now = usageOf(pid);
          peak = {
            memoryBytes: Math.max(peak.memoryBytes, now.memoryBytes),
            cpuMs: Math.max(peak.cpuMs, now.cpuMs),
          };
          if (performance.now() - toldAt >= usageEveryMs) {
            toldAt = performance.now();
            events.usage(now);
          }
          return now;
        },
        memoryFileBytes: () => memoryFileBytes(pid),
        exceeded: (limit) => {
          events.exceeded(limit);
          end();
        },
      });
    },
    terminate: () => terminateTree(order.trace === null ? pid : (childrenOf(pid)[0] ?? pid)),
    kill: () => {
      group.kill();
      end();
    },
  };
}

function commandOf({ around, bwrap, args, trace }: LaunchOrder): string[] {
  const command = [...around, bwrap, ...args];
  return trace === null ? command : traced(trace.tracer, trace.fifo, command);
}

const usageEveryMs = 1_000;
/** It ends by itself when all that it traces is gone, unless nobody reads what it writes. */
const tracerGraceMs = 250;

const nothing: LaunchEnd = {
  code: null,
  signal: null,
  failure: null,
  cpuMs: null,
  maxRssBytes: null,
  oomKilled: false,
};

function openStdio(order: LaunchOrder, opened: number[]): StdioOptions {
  const keep = (fd: number): number => {
    opened.push(fd);
    return fd;
  };
  const extra = order.fds.map((source) =>
    source.kind === "gate" ? ("pipe" as const) : keep(openSource(source)),
  );
  return ["ignore", keep(openWritingEnd(order.stdout)), keep(openWritingEnd(order.stderr)), ...extra];
}

/**
 * SAFETY: a writing end waits for a reader, for ever where the worker just died; our own reading end, closed at once,
 * lets the open return (worker-killed.test.ts).
 */
function openWritingEnd(fifo: string): number {
  const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return openSync(fifo, constants.O_WRONLY);
  } finally {
    closeSync(reader);
  }
}

/** A filter is opened anew for each start: bubblewrap reads it to its end. */
function openSource(source: Exclude<FdSource, { kind: "gate" }>): number {
  if (source.kind === "path") return openPinned(source.host);
  return openSync(source.file, source.kind === "seccomp" ? constants.O_RDONLY : pathOnly);
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (_absent) {
    // swept already
  }
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}
