import { statfsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Pulse } from "@gatehouse/services/execution/heartbeat";

const resolutionMs = 20;
const millisecond = 1e6;

export type PulseTaker = {
  take(): Pulse;
  /** longest delay of the event loop since the pulse was last taken, in milliseconds */
  lagMs(): number;
  close(): void;
};

/** How this host is doing, for its heartbeat. */
export function takePulse(dataDirectory: string): PulseTaker {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const lagMs = (): number => Math.max(0, delay.max / millisecond - resolutionMs);
  return {
    take() {
      const eventLoopLagMs = lagMs();
      delay.reset();
      return {
        eventLoopLagMs,
        load: (loadavg()[0] ?? 0) / availableParallelism(),
        diskFreeBytes: freeBytes(dataDirectory),
      };
    },
    lagMs,
    close: () => delay.disable(),
  };
}

function freeBytes(directory: string): bigint | null {
  try {
    const { bavail, bsize } = statfsSync(directory, { bigint: true });
    return bavail * bsize;
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
