// Keeps the parts running. What ends by itself is started again, later each time. A database has few lives: when it
// ends again and again, or for a reason that a new start cannot mend, everything stops and says why.
import { setTimeout as sleep } from "node:timers/promises";
import { startTimeOf } from "./processes.mjs";
import { say, troubleIn } from "./say.mjs";

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
const steadyMs = 60_000;
const databaseLives = 3;
const livesBackAfterMs = 300_000;

/**
 * @param record called with the list of running processes whenever it changes
 * @param collapse called with a sentence when a database has ended for good
 */
export function createSupervisor({ record, collapse }) {
  /** in the order of their start; stopped in the reverse order */
  const parts = [];
  let stopping = false;

  function note() {
    const running = parts.filter(({ started }) => started);
    record(
      running.map(({ name, started, signal }) => {
        const { pid } = started.child;
        return { name, pid, startTime: startTimeOf(pid), signal };
      }),
    );
  }

  /** While a start is under way, stop() waits for it: nothing is left behind that began a moment too late. */
  async function begin(part) {
    part.starting = part.start();
    try {
      part.started = await part.starting;
    } finally {
      part.starting = undefined;
    }
  }

  async function restart(part) {
    for (;;) {
      await sleep(part.delayMs);
      part.delayMs = Math.min(part.delayMs * 2, longestDelayMs);
      if (stopping) return;
      try {
        await begin(part);
        if (stopping) return;
        say(`${part.name} is back`);
        watch(part);
        return;
      } catch (error) {
        if (part.lives <= 1) return collapse(`${part.name} does not come back: ${error.message}`);
        part.lives -= 1;
        say(`${part.name} did not come back: ${error.message}`);
      }
    }
  }

  function watch(part) {
    const { started } = part;
    const since = Date.now();
    note();
    started.exited.then(({ code, signal }) => {
      if (stopping) return;
      const trouble = troubleIn(started.lines);
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      const last = started.lines.slice(-3).join("\n          ");
      part.started = undefined;
      const livedMs = Date.now() - since;
      if (livedMs > livesBackAfterMs) part.lives = part.fullLives;
      if (part.lives <= 1 || (part.isDatabase && trouble)) {
        collapse(`${part.name} ${how}${trouble ? `: ${trouble}` : ""}\n          ${last}`);
        return;
      }
      if (livedMs > steadyMs) part.delayMs = firstDelayMs;
      part.lives -= 1;
      say(
        `${part.name} ${how}${trouble ? `: ${trouble}` : ""}; starting it again in ${part.delayMs / 1000} s`,
      );
      restart(part);
    });
  }

  async function add({ name, start, signal = "SIGTERM", isDatabase = false, patienceMs = 10_000 }) {
    const fullLives = isDatabase ? databaseLives : Number.POSITIVE_INFINITY;
    const part = {
      name,
      start,
      signal,
      isDatabase,
      patienceMs,
      fullLives,
      lives: fullLives,
      delayMs: firstDelayMs,
    };
    if (stopping) throw new Error("stopping");
    parts.push(part);
    await begin(part);
    watch(part);
    return part.started;
  }

  async function stop() {
    stopping = true;
    for (const part of [...parts].reverse()) {
      const late = await part.starting?.catch(() => undefined);
      await (late ?? part.started)?.stop(part.signal, part.patienceMs);
    }
    record([]);
  }

  return { add, stop };
}
