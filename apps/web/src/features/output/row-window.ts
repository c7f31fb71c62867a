/** Browsers cannot scroll over more than some 17 million pixels, so a long output is shown a window of rows at a time. */
export const windowRows = 200_000;

const step = 50_000;

/** The window over the newest rows; it moves in steps, because each move measures the window anew. */
export function tailBase(rows: number): number {
  return Math.max(0, Math.ceil((rows - windowRows) / step) * step);
}

export function clampBase(base: number, rows: number): number {
  return Math.max(0, Math.min(base, rows - windowRows));
}

export function windowCount(base: number, rows: number): number {
  return Math.max(0, Math.min(windowRows, rows - base));
}
