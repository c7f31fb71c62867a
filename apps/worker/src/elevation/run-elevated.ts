import { chmodSync, closeSync, constants, openSync, unlinkSync } from "node:fs";
import type { Writable } from "node:stream";
import { emptyFacts } from "../process/empty-facts.ts";
import type { ExitFacts, OutputStream } from "../process/execution-types.ts";
import { exitStatus } from "../process/exit-status.ts";
import { runHostTool, spawnElevated } from "../process/spawn.ts";
import { openReadingEnd, startPump } from "../output/pump.ts";
import { elevatedArgs, sudoFile } from "./elevated-account.ts";

/**
 * One command outside the sandbox, as the elevated account or, through it, as root. The one door: nothing else starts
 * anything as another account. Its input is the helper's control, so that it ends when this worker does.
 * Proof: test/elevation/elevation.test.ts.
 */
export type ElevatedRequest = {
  how: "plain" | "root";
  argv: readonly string[];
  directory: string;
  wallMs: number;
  outputBytes: number;
  onChunk: (stream: OutputStream, bytes: Buffer) => Promise<void>;
  takeFifo: () => Promise<string>;
  signal: AbortSignal;
};

/** between SIGTERM and the end of everything */
const graceMs = 1_500;
const busyCode = 75;
const busyPauseMs = 250;

let last: Promise<unknown> = Promise.resolve();

/** One at a time on a worker: at its end everything that runs as the account is killed. Facts as of a sandbox; never rejects. */
export function runElevated(request: ElevatedRequest): Promise<ExitFacts> {
  const run = last.then(() => untilFree(request));
  last = run;
  return run;
}

async function untilFree(request: ElevatedRequest): Promise<ExitFacts> {
  const giveUp = performance.now() + request.wallMs;
  for (;;) {
    const facts = await once(request).catch((cause: unknown) => failed(cause));
    // another worker of this host is using the account: nothing was started
    const busy = facts.exitCode === busyCode && facts.bytes.stdout + facts.bytes.stderr === 0;
    if (!busy || request.signal.aborted || performance.now() > giveUp) return facts;
    await new Promise((resolve) => setTimeout(resolve, busyPauseMs));
  }
}

function failed(cause: unknown): ExitFacts {
  return { ...emptyFacts([]), sandboxFailure: cause instanceof Error ? cause.message : String(cause) };
}

async function once(request: ElevatedRequest): Promise<ExitFacts> {
  const args = elevatedArgs(["--run", request.how, ...request.argv]);
  const facts = emptyFacts([sudoFile, ...args]);
  if (request.signal.aborted) return { ...facts, cancelled: String(request.signal.reason) };
  const { reading, writing } = await openOutputs(request.takeFifo);
  const child = spawnElevated(args, {
    stdio: ["pipe", writing.stdout, writing.stderr],
    cwd: request.directory,
  });
  for (const fd of Object.values(writing)) closeSync(fd);
  facts.started = true;
  facts.startedAt = new Date();
  const control = child.stdin;
  control?.on("error", () => undefined); // it ended before it was told to
  const kill = (): void => void control?.end();
  const pump = startPump(reading, request.outputBytes, {
    onChunk: request.onChunk,
    onCapped: () => {
      facts.outputCapped = true;
      kill();
    },
    onFailed: (cause) => {
      facts.sandboxFailure ??= `output could not be kept: ${String(cause)}`;
      kill();
    },
  });
  const ended = new Promise<void>((resolve) => {
    child.once("error", (cause) => {
      facts.sandboxFailure ??= cause.message;
      resolve();
    });
    child.once("exit", (code, signal) => {
      Object.assign(facts, exitStatus(code, signal));
      resolve();
    });
  });
  const stop = watchEnd(request, { facts, control });
  await ended;
  stop();
  kill();
  await sweepElevated();
  await pump.done;
  return { ...facts, bytes: pump.bytes, endedAt: new Date() };
}

function watchEnd(
  request: ElevatedRequest,
  { facts, control }: { facts: ExitFacts; control: Writable | null },
): () => void {
  const timers = new Set<NodeJS.Timeout>();
  const endSoftly = (): void => {
    control?.write("TERM\n");
    timers.add(setTimeout(() => control?.end(), graceMs));
  };
  const cancel = (): void => {
    if (facts.timedOut) return;
    facts.cancelled ??= String(request.signal.reason);
    endSoftly();
  };
  if (request.signal.aborted) cancel();
  request.signal.addEventListener("abort", cancel, { once: true });
  timers.add(
    setTimeout(() => {
      if (facts.cancelled !== null) return;
      facts.timedOut = true;
      endSoftly();
    }, request.wallMs),
  );
  return () => {
    request.signal.removeEventListener("abort", cancel);
    for (const timer of timers) clearTimeout(timer);
  };
}

/** The helper does this itself; it stands here for a command that killed the helper. */
export async function sweepElevated(): Promise<void> {
  await runHostTool(sudoFile, elevatedArgs(["--sweep"]));
}

/**
 * Pipes as a sandbox has them. Their mode lets the other account reopen what it was given (`/dev/stdout`); their
 * directory is closed to it, and their names are gone before it starts.
 */
async function openOutputs(takeFifo: () => Promise<string>) {
  const open = async (): Promise<{ reading: number; writing: number }> => {
    const fifo = await takeFifo();
    const reading = openReadingEnd(fifo);
    const writing = openSync(fifo, constants.O_WRONLY);
    chmodSync(fifo, 0o666);
    unlinkSync(fifo);
    return { reading, writing };
  };
  const [stdout, stderr] = [await open(), await open()];
  return {
    reading: { stdout: stdout.reading, stderr: stderr.reading },
    writing: { stdout: stdout.writing, stderr: stderr.writing },
  };
}
