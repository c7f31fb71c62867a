// Which processes are ours: a pid alone is not enough, the time it was started belongs to it.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const startTimeField = 19; // counted after the program's name, which may hold spaces

export function startTimeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[startTimeField];
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return undefined;
    throw error;
  }
}

export function isAlive({ pid, startTime }) {
  return startTime !== undefined && startTimeOf(pid) === startTime;
}

/** Ends what an earlier launcher left behind when it was killed itself. */
export async function endLeftover({ pid, startTime, signal }) {
  if (!isAlive({ pid, startTime })) return;
  process.kill(pid, signal);
  for (let waited = 0; waited < 15_000; waited += 100) {
    await sleep(100);
    if (!isAlive({ pid, startTime })) return;
  }
  process.kill(pid, "SIGKILL");
  while (isAlive({ pid, startTime })) await sleep(50);
}
