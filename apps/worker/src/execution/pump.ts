import type { Claimed, Room } from "@gatehouse/services/execution/claim";
import type { Log } from "@gatehouse/services/log";

export type Pump = {
  /** something may wait: look now, unless it is only this execution and was taken already */
  wake(executionId?: string): void;
  running(): number;
  /** takes nothing more */
  close(): void;
  /** resolves when nothing runs any more, or after the given time */
  idle(withinMs: number): Promise<void>;
};

/** Without any job something that waits is found within this. */
const lookMs = 1_000;
/** A member who runs nothing here is not kept waiting by others' long commands: up to so many times the places. */
const overfull = 2;
/** Background commands of a host that run at once. */
const mostInBackground = 32;

type Parts = {
  capacity: number;
  claim: (room: Room) => Promise<Claimed | null>;
  run: (claimed: Claimed) => Promise<void>;
  log: Log;
};

/**
 * Fills the places of this host from the rows, whose turn it is being decided there. A job, an end and a glance every
 * second only make it look: a job that is lost, doubled or comes late changes nothing.
 */
export function createPump({ capacity, claim, run, log }: Parts): Pump {
  const running = new Set<Promise<void>>();
  const places = { commands: 0, background: 0 };
  let closed = false;
  let looking = false;
  let again = false;
  /** whether something may wait for a place that an end makes free */
  let waiting = true;
  const taken = new Set<string>();

  const begin = (claimed: Claimed): void => {
    const kind = claimed.work.call.tool === "background_command" ? "background" : "commands";
    places[kind] += 1;
    remember(taken, claimed.lease.executionId);
    const work = run(claimed)
      .catch((error: unknown) => {
        const { executionId } = claimed.lease;
        log.error({ executionId, error: stackOf(error) }, "an execution failed here");
      })
      .finally(() => {
        running.delete(work);
        places[kind] -= 1;
        if (waiting) wake();
      });
    running.add(work);
  };
  const room = (): Room => ({
    commands: places.commands < capacity ? "free" : places.commands < capacity * overfull ? "extra" : "none",
    background: places.background < mostInBackground,
  });
  const fill = async (): Promise<void> => {
    for (let now = room(); !closed && (now.commands !== "none" || now.background); now = room()) {
      const claimed = await claim(now);
      // what nothing can be taken of may still wait, for a turn or a place
      waiting = claimed === null || claimed.more;
      if (claimed === null) return;
      begin(claimed);
      if (!claimed.more) return;
    }
    waiting = true;
  };
  const look = async (): Promise<void> => {
    looking = true;
    try {
      do {
        again = false;
        await fill();
      } while (again && !closed);
    } catch (error) {
      log.warn({ error: String(error) }, "nothing could be taken; looking again soon");
    } finally {
      looking = false;
    }
  };
  function wake(executionId?: string): void {
    if (closed || (executionId !== undefined && taken.has(executionId))) return;
    again = true;
    if (!looking) void look();
  }
  const timer = setInterval(() => wake(), lookMs);
  return {
    wake,
    running: () => running.size,
    close() {
      closed = true;
      clearInterval(timer);
    },
    async idle(withinMs) {
      let late: NodeJS.Timeout | undefined;
      const over = new Promise<"late">((resolve) => {
        late = setTimeout(() => resolve("late"), withinMs);
      });
      while ((running.size > 0 || looking) && (await Promise.race([settled(running), over])) !== "late");
      clearTimeout(late);
    },
  };
}

const rememberedMost = 1_024;

function remember(taken: Set<string>, executionId: string): void {
  taken.add(executionId);
  const oldest = taken.values().next().value;
  if (taken.size > rememberedMost && oldest !== undefined) taken.delete(oldest);
}

async function settled(running: ReadonlySet<Promise<void>>): Promise<void> {
  if (running.size > 0) await Promise.all(running);
  else await new Promise((resolve) => setTimeout(resolve, 10));
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
