import type { LaunchEvents, Launched } from "./launch.ts";
import type { FromLauncher, LaunchEnd, LaunchOrder } from "./launch-order.ts";
import { connectLauncher, type LauncherLink } from "./launcher-link.ts";

/** Launches through the launcher process; a launcher that is gone is replaced at the next start. */
export type RemoteLauncher = {
  launch: (order: LaunchOrder, events: LaunchEvents) => Launched;
  makeFifos: (directory: string, names: readonly string[]) => Promise<void>;
  rssBytes: () => number;
  pid: () => number;
  close: () => Promise<void>;
};

type Waiting = { resolve: () => void; reject: (cause: Error) => void };

const lostEnd: LaunchEnd = {
  code: null,
  signal: "SIGKILL",
  failure: null,
  cpuMs: null,
  maxRssBytes: null,
  oomKilled: false,
};

export async function remoteLauncher(file: string, log: (message: string) => void): Promise<RemoteLauncher> {
  const running = new Map<string, LaunchEvents>();
  const fifos = new Map<string, Waiting>();
  let link: LauncherLink;

  const heard = (message: FromLauncher): void => {
    if (message.kind === "fifos_made") {
      const waiting = fifos.get(message.names.join());
      fifos.delete(message.names.join());
      if (message.failure === null) waiting?.resolve();
      else waiting?.reject(new Error(`named pipes cannot be made: ${message.failure}`));
    } else if (message.kind !== "up") dispatch(running, message);
  };
  const lost = (why: string): void => {
    log(why);
    // bubblewrap dies with its parent, the launcher
    for (const [id, events] of running) {
      running.delete(id);
      events.ended({ ...lostEnd, failure: why });
    }
    for (const waiting of fifos.values()) waiting.reject(new Error(why));
    fifos.clear();
    reconnecting = connectLauncher(file, { heard, lost });
    reconnecting.then(
      (next) => {
        link = next;
      },
      (cause: unknown) => log(`the launcher cannot be started again: ${String(cause)}`),
    );
  };
  let reconnecting = connectLauncher(file, { heard, lost });
  link = await reconnecting;

  return {
    launch: (order, events) => {
      running.set(order.id, events);
      link.tell({ kind: "launch", order });
      const { id } = order;
      return {
        go: (payload) => link.tell({ kind: "go", id, payload: payload.toString("base64") }),
        terminate: () => link.tell({ kind: "terminate", id }),
        kill: () => link.tell({ kind: "kill", id }),
      };
    },
    makeFifos: (directory, names) =>
      new Promise((resolve, reject) => {
        fifos.set(names.join(), { resolve, reject });
        link.tell({ kind: "make_fifos", directory, names });
      }),
    rssBytes: () => link.rssBytes,
    pid: () => link.pid,
    close: () => link.close(),
  };
}

function dispatch(
  running: Map<string, LaunchEvents>,
  message: Exclude<FromLauncher, { kind: "up" | "fifos_made" }>,
): void {
  const events = running.get(message.id);
  if (events === undefined) return;
  if (message.kind === "spawned") events.spawned();
  else if (message.kind === "ready") events.ready();
  else if (message.kind === "exceeded") events.exceeded(message.limit);
  else if (message.kind === "usage") events.usage(message.usage);
  else {
    running.delete(message.id);
    events.ended(message.ended);
  }
}
