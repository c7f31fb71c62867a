import { statfsSync } from "node:fs";
import { sizeOf } from "./directory-size.ts";

type Directories = {
  /** a member's own: what they hold together is limited */
  own: readonly string[];
  /** granted ones, which held something before: what one execution adds is limited */
  granted: readonly string[];
};

type Known = { bytes: number; free: number };

/** What an own directory held when it was last counted, and how much was free then; outlasts an execution. */
const known = new Map<string, Known>();
const mostKnown = 1_000;
const mebibyte = 1024 ** 2;
const firstSlack = 64 * mebibyte;
const leastSlack = 16 * mebibyte;
/** a close look comes by itself after this, and never takes more than about a fiftieth of the time */
const closeLookMs = 250;
const restPerLook = 50;

/**
 * The file system's own count of free blocks is cheap and says when to look closely at once; only what the directories
 * themselves hold then decides, since other programs write to the same file system. What those free hides what a
 * command adds, so a close look comes by itself too. The nearer the limit the sooner it is looked at, and what several
 * executions add counts together.
 */
export function diskWatch(limitBytes: number, { own, granted }: Directories): { isOver: () => boolean } {
  const atStart = new Map([...own, ...granted].map((directory) => [directory, freeBytes(directory)]));
  const grownBy = (directory: string, since: number): number => since - freeBytes(directory);
  let closeLookAt = performance.now() + closeLookMs;
  const ownIsOver = (): boolean => {
    const last = own.map((directory) => known.get(directory));
    const before = last.reduce((sum, one) => sum + (one?.bytes ?? 0), 0);
    const slack = last.includes(undefined) ? firstSlack : (limitBytes - before) / 2;
    const patience = Math.max(leastSlack, Math.min(slack, limitBytes / 2));
    const suspicious = own.some(
      (directory, at) => grownBy(directory, last[at]?.free ?? atStart.get(directory) ?? 0) > patience,
    );
    const began = performance.now();
    if (!suspicious && began < closeLookAt) return false;
    const held = count(own, limitBytes);
    const ended = performance.now();
    closeLookAt = ended + Math.max(closeLookMs, restPerLook * (ended - began));
    return held > limitBytes;
  };
  const grantedIsOver = (): boolean =>
    granted.some(
      (directory) =>
        grownBy(directory, atStart.get(directory) ?? 0) > limitBytes &&
        sizeOf(directory, limitBytes) > limitBytes,
    );
  return { isOver: () => ownIsOver() || grantedIsOver() };
}

function count(directories: readonly string[], enough: number): number {
  let total = 0;
  for (const directory of directories) {
    const free = freeBytes(directory);
    const bytes = sizeOf(directory, enough);
    known.delete(directory);
    known.set(directory, { bytes, free });
    total += bytes;
  }
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break;
    known.delete(oldest);
  }
  return total;
}

function freeBytes(directory: string): number {
  try {
    const stat = statfsSync(directory);
    return stat.bfree * stat.bsize;
  } catch (_gone) {
    return 0;
  }
}
