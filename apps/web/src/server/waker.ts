/** Sleeps until woken, a time is over or the reader is gone. A wake that comes while nobody sleeps is not lost. */
export type Waker = { wake: () => void; wait(ms: number): Promise<void>; ended(): boolean };

const sleepers = new Set<() => void>();

/** Every reader of this process looks again, whatever it waits for. */
export function wakeSleepers(): void {
  for (const wake of sleepers) wake();
}

export function createWaker(signal: AbortSignal | undefined): Waker {
  let pending = false;
  let resume: (() => void) | null = null;
  const wake = (): void => {
    pending = true;
    resume?.();
  };
  signal?.addEventListener("abort", wake, { once: true });
  return {
    wake,
    ended: () => signal?.aborted === true,
    async wait(ms) {
      if (!pending) {
        sleepers.add(wake);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        resume = null;
        sleepers.delete(wake);
      }
      pending = false;
    },
  };
}
