import { unlinkSync } from "node:fs";
import { join } from "node:path";

/** Named pipes for the next executions. Node cannot make one, so a trusted program makes them in batches. */
export type FifoPool = { take: () => Promise<string>; close: () => Promise<void> };

export type MakeFifos = (names: readonly string[]) => Promise<void>;

const lateMs = 1_000;

export function fifoPool(directory: string, make: MakeFifos, batch = 32): FifoPool {
  const ready: string[] = [];
  let serial = 0;
  let making: Promise<void> | undefined;
  const refill = (): Promise<void> => {
    making ??= (async () => {
      const names = Array.from({ length: batch }, () => `f${process.pid}-${serial++}`);
      await make(names);
      ready.push(...names.map((name) => join(directory, name)));
    })().finally(() => {
      making = undefined;
    });
    return making;
  };
  return {
    take: async () => {
      for (;;) {
        const path = ready.pop();
        if (ready.length < batch / 4) {
          const refilled = refill();
          if (path !== undefined) refilled.catch(() => undefined); // the next taker sees the failure
        }
        if (path !== undefined) return path;
        await refill();
      }
    },
    close: async () => {
      // what is being made now must not stay behind; a launcher that does not answer is not waited for
      const late = new Promise<void>((resolve) => setTimeout(resolve, lateMs).unref());
      await Promise.race([making?.catch(() => undefined), late]);
      for (const path of ready.splice(0)) unlinkSync(path);
    },
  };
}
