import { constants, openSync } from "node:fs";
import { Socket } from "node:net";
import type { OutputStream } from "../process/execution-types.ts";

/**
 * Reads the two FIFOs of an execution. Chunks are handed over one at a time and nothing more is read meanwhile, so a
 * slow receiver slows the command and never fills our memory. At the cap the last chunk is cut and reading ends.
 */
export type PumpHooks = {
  onChunk: (stream: OutputStream, bytes: Buffer) => Promise<void>;
  onCapped: () => void;
  /** the receiver failed: the execution has nowhere to write */
  onFailed: (cause: unknown) => void;
};

export type Pump = { done: Promise<void>; bytes: { stdout: number; stderr: number } };

/** The reading end must be open before bubblewrap's writing end is; reading waits until that one is. */
export function openReadingEnd(fifo: string): number {
  return openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
}

export function startPump(fds: Record<OutputStream, number>, capBytes: number, hooks: PumpHooks): Pump {
  const bytes = { stdout: 0, stderr: 0 };
  const sockets = {
    stdout: new Socket({ fd: fds.stdout, readable: true, writable: false }),
    stderr: new Socket({ fd: fds.stderr, readable: true, writable: false }),
  };
  let turn: Promise<void> = Promise.resolve();
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    sockets.stdout.destroy();
    sockets.stderr.destroy();
  };
  const handOver = async (stream: OutputStream, chunk: Buffer): Promise<void> => {
    if (stopped) return;
    const room = capBytes - bytes.stdout - bytes.stderr;
    const kept = chunk.length > room ? chunk.subarray(0, room) : chunk;
    bytes[stream] += kept.length;
    if (kept.length > 0) await hooks.onChunk(stream, kept);
    if (chunk.length > room) {
      stop();
      hooks.onCapped();
    }
  };
  const read = async (stream: OutputStream): Promise<void> => {
    try {
      for await (const chunk of sockets[stream]) {
        turn = turn.then(() => handOver(stream, chunk as Buffer));
        await turn;
      }
    } catch (cause) {
      if (stopped) return;
      stop();
      hooks.onFailed(cause);
    }
  };
  return { bytes, done: Promise.all([read("stdout"), read("stderr")]).then(() => undefined) };
}
