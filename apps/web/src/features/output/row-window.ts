/** Browsers cannot scroll over more than some 17 million pixels, so a long output is shown a window of rows at a time. */
export const windowRows = 200_000;

export function clampBase(base: number, rows: number): number {
  return Math.max(0, Math.min(base, rows - windowRows));
}

export function windowCount(base: number, rows: number): number {
  return Math.max(0, Math.min(windowRows, rows - base));
}
