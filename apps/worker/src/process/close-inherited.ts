import { closeSync, readdirSync, readFileSync } from "node:fs";

const closeOnExec = 0o2000000;

/**
 * What our own parent left open would go on into every sandbox. Node opens its own descriptors close-on-exec and
 * marks those it inherits only up to the first gap; the rest is closed here. Returns what was closed.
 */
export function closeInherited(): number[] {
  const closed: number[] = [];
  for (const name of readdirSync("/proc/self/fd")) {
    const fd = Number(name);
    if (fd <= 2) continue;
    try {
      const flags = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1];
      if (flags === undefined || (Number.parseInt(flags, 8) & closeOnExec) !== 0) continue;
      closeSync(fd);
      closed.push(fd);
    } catch (_gone) {
      // the descriptor of the listing itself
    }
  }
  return closed;
}
