/** A time limit in words. */
export function timeText(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000} ${ms === 60_000 ? "minute" : "minutes"}`;
  return `${ms / 1000} ${ms === 1000 ? "second" : "seconds"}`;
}
