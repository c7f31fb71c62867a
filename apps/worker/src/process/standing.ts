import { closeSync } from "node:fs";
import { openReadingEnd, startPump } from "../output/pump.ts";
import type { BwrapPlan } from "@gatehouse/core/sandbox/bwrap-args";
import type { Egress } from "../sandbox/egress/proxy.ts";
import { openTrace } from "../programs/open-trace.ts";
import type { Programs } from "../programs/program-tree.ts";
import type { Tracer } from "../programs/tracer.ts";
import type { ExceededLimit, OutputStream } from "./execution-types.ts";
import type { Usage } from "./usage.ts";
import type { LaunchEvents, Launched } from "./launch.ts";
import type { LaunchEnd, LaunchOrder } from "./launch-order.ts";

/**
 * A sandbox that stands at its gate: every namespace, mount and guard is there and no command is. It may have been
 * stood up for this very execution or ahead of it; either way it serves one, and then it is gone.
 */
export type Prepared = {
  plan: BwrapPlan;
  order: Omit<LaunchOrder, "stdout" | "stderr" | "trace">;
  tracer: Tracer | null;
  egress: Egress | null;
  outputBytes: number;
};

/** A sandbox with what it was made from. */
export type Obtained = { prepared: Prepared; standing: Standing };

export type StandUpTools = {
  takeFifo: () => Promise<string>;
  launch: (order: LaunchOrder, events: LaunchEvents) => Launched;
};

/** Who uses the sandbox from now on. */
export type Receiver = {
  onChunk: (stream: OutputStream, bytes: Buffer) => Promise<void>;
  onCapped: () => void;
  onFailed: (cause: unknown) => void;
  onExceeded: (limit: ExceededLimit) => void;
  onUsage: (usage: Usage) => void;
};

export type Standing = {
  launched: Launched;
  /** true: it waits at the gate; false: it ended first, and `said` tells why */
  ready: Promise<boolean>;
  /** after its last byte was handed over */
  ended: Promise<LaunchEnd>;
  isOver: () => boolean;
  bytes: () => { stdout: number; stderr: number };
  said: () => string;
  receive: (receiver: Receiver) => void;
  /** what is executed from now on is the command's own */
  begin: () => void;
  /** what was executed, after the end; null where nothing was recorded */
  programs: () => Programs | null;
};

const saidBytes = 4_096;

export async function standUp(prepared: Prepared, tools: StandUpTools): Promise<Standing> {
  const [stdout, stderr] = await Promise.all([tools.takeFifo(), tools.takeFifo()]);
  const fds = { stdout: openReadingEnd(stdout), stderr: openReadingEnd(stderr) };
  const trace = prepared.tracer === null ? null : openTrace(await tools.takeFifo());
  let programs: Programs | null = null;
  const said: Buffer[] = [];
  let receiver: Receiver | undefined;
  let bytes = { stdout: 0, stderr: 0 };
  let pumped: Promise<void> | undefined;
  let over = false;
  let standing: (ready: boolean) => void = () => undefined;
  const ready = new Promise<boolean>((resolve) => {
    standing = resolve;
  });
  const pump = (): void => {
    const started = startPump(fds, prepared.outputBytes, {
      onChunk: async (stream, chunk) => {
        if (receiver !== undefined) return receiver.onChunk(stream, chunk);
        if (Buffer.concat(said).length < saidBytes) said.push(chunk);
      },
      onCapped: () => receiver?.onCapped(),
      onFailed: (cause) => receiver?.onFailed(cause),
    });
    bytes = started.bytes;
    pumped = started.done;
  };
  let launched: Launched | undefined;
  const left = new Promise<LaunchEnd>((resolve) => {
    launched = tools.launch(
      {
        ...prepared.order,
        stdout,
        stderr,
        trace:
          trace === null || prepared.tracer === null ? null : { tracer: prepared.tracer, fifo: trace.fifo },
      },
      {
        spawned: pump,
        ready: () => {
          trace?.opened();
          standing(true);
        },
        exceeded: (limit) => receiver?.onExceeded(limit),
        usage: (usage) => receiver?.onUsage(usage),
        ended: resolve,
        removed: () => undefined,
      },
    );
  });
  const ended = left.then(async (end) => {
    over = true;
    if (pumped === undefined) for (const fd of Object.values(fds)) closeSync(fd);
    await pumped;
    programs = (await trace?.end()) ?? null;
    await prepared.egress?.close();
    standing(false);
    return end;
  });
  if (launched === undefined) throw new Error("nothing was launched");
  return {
    launched,
    ready,
    ended,
    isOver: () => over,
    bytes: () => bytes,
    said: () => Buffer.concat(said).toString("utf8").trim(),
    receive: (next) => {
      receiver = next;
    },
    begin: () => trace?.begin(Date.now()),
    programs: () => programs,
  };
}
