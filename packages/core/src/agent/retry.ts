/** Waits before the second, third and fourth try of a model call. Source: spec section 8. */
const waitsMs = [1_000, 2_000, 4_000];
const longestMs = 8_000;

/** How long to wait after `failures` failed tries; null: that was the last one. A server's own wish counts up to 8 s. */
export function retryWait(failures: number, retryAfterMs: number | null): number | null {
  const wait = waitsMs[failures - 1];
  if (wait === undefined) return null;
  return Math.min(longestMs, Math.max(wait, retryAfterMs ?? 0));
}
