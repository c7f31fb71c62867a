import type { Log } from "@gatehouse/services/log";

/** Background commands of this host that run at once; what is more stays queued, and its row is looked at again. */
const most = 32;

/** Commands that no job of the queue waits for: they take no place from commands in the foreground. */
export type Background = {
  hasRoom: () => boolean;
  take: (executionId: string, running: Promise<void>) => void;
  settled: () => Promise<void>;
};

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>();
  return {
    hasRoom: () => running.size < most,
    take(executionId, work) {
      const kept = work
        .catch((error: unknown) => {
          log.error({ executionId, error: String(error) }, "a background command failed here");
        })
        .finally(() => running.delete(kept));
      running.add(kept);
    },
    async settled() {
      await Promise.all(running);
    },
  };
}
