import { diskWatch } from "./disk-watch.ts";
import type { ExceededLimit } from "./execution-types.ts";
import type { WatchedLimits } from "./launch-order.ts";
import type { Usage } from "./usage.ts";

/** Limits that nothing in the kernel holds on this host are looked at from outside, this often. */
const firstMs = 25;
const steadyMs = 100;
/** looking through descriptors costs more: every so many looks */
const memoryFileEvery = 4;

export type WatchHooks = {
  usage: () => Usage;
  memoryFileBytes: () => number;
  exceeded: (limit: ExceededLimit) => void;
};

export function watchLimits(limits: WatchedLimits, hooks: WatchHooks): { stop: () => void } {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const disk = limits.diskBytes === null ? null : diskWatch(limits.diskBytes, limits);
  let looks = 0;
  let fileBytes = 0;
  const look = (): void => {
    if (stopped) return;
    const now = hooks.usage();
    if (looks++ % memoryFileEvery === 0) fileBytes = hooks.memoryFileBytes();
    const limit =
      now.memoryBytes + fileBytes > limits.memoryBytes
        ? "memory"
        : limits.cpuMs !== null && now.cpuMs > limits.cpuMs
          ? "cpu"
          : disk?.isOver() === true
            ? "disk"
            : null;
    if (limit !== null) {
      stopped = true;
      hooks.exceeded(limit);
      return;
    }
    timer = setTimeout(look, steadyMs);
  };
  timer = setTimeout(look, firstMs);
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
