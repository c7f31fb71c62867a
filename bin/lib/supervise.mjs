// Keeps the parts running. A web or worker that ends by itself is started again, later each time; a database that ends
// stops everything, because nothing may run that cannot be recorded.
import { setTimeout as sleep } from "node:timers/promises";
import { startTimeOf } from "./processes.mjs";
import { say, troubleIn } from "./say.mjs";

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
const steadyMs = 60_000;

/**
 * @param record called with the list of running processes whenever it changes
 * @param collapse called once with a sentence when a part that cannot be replaced has ended
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

  async function restart(part) {
    for (;;) {
      await sleep(part.delayMs);
      part.delayMs = Math.min(part.delayMs * 2, longestDelayMs);
      if (stopping) return;
      try {
        part.started = await part.start();
        if (stopping) return await part.started.stop(part.signal, part.patienceMs);
        say(`${part.name} is back`);
        watch(part);
        return;
      } catch (error) {
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
      if (!part.replaceable) {
        collapse(`${part.name} ${how}${trouble ? `: ${trouble}` : ""}\n          ${last}`);
        return;
      }
      if (Date.now() - since > steadyMs) part.delayMs = firstDelayMs;
      say(
        `${part.name} ${how}${trouble ? `: ${trouble}` : ""}; starting it again in ${part.delayMs / 1000} s`,
      );
      restart(part);
    });
  }

  async function add({ name, start, signal = "SIGTERM", replaceable = true, patienceMs = 10_000 }) {
    const part = { name, start, signal, replaceable, patienceMs, delayMs: firstDelayMs, started: undefined };
    if (stopping) throw new Error("stopping");
    parts.push(part);
    part.started = await start();
    if (stopping) await part.started.stop(signal, patienceMs);
    watch(part);
    return part.started;
  }

  async function stop() {
    stopping = true;
    for (const part of [...parts].reverse()) {
      if (part.started) await part.started.stop(part.signal, part.patienceMs);
    }
    record([]);
  }

  return { add, stop };
}
