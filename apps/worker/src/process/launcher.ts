import { join } from "node:path";
import { closeInherited } from "./close-inherited.ts";
import type { FromLauncher, ToLauncher } from "./launch-order.ts";
import { type Launched, launch } from "./launch.ts";
import { runHostTool } from "./spawn.ts";

/**
 * Entry of the launcher process: small, because a start blocks an event loop in proportion to its process's memory.
 * It lives exactly as long as its worker: the channel's end, whatever ended the worker, ends every sandbox.
 */
const running = new Map<string, Launched>();
const leaving = new Set<string>();
const tell = (message: FromLauncher): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) process.on(signal, () => undefined);
closeInherited();

process.on("message", (message: ToLauncher) => {
  if (message.kind === "launch") return start(message);
  if (message.kind === "make_fifos") return void makeFifos(message);
  const target = running.get(message.id);
  if (message.kind === "go") target?.go(Buffer.from(message.payload, "base64"));
  else if (message.kind === "terminate") target?.terminate();
  else target?.kill();
});

process.on("disconnect", () => {
  for (const launched of running.values()) launched.kill();
  const until = performance.now() + 5_000;
  const leave = (): void => {
    if (running.size + leaving.size === 0 || performance.now() > until) process.exit(0);
    for (const launched of running.values()) launched.kill();
    setTimeout(leave, 20);
  };
  leave();
});

tell({ kind: "up", rssBytes: process.memoryUsage.rss() });

function start({ order }: Extract<ToLauncher, { kind: "launch" }>): void {
  const { id } = order;
  let ended = false;
  const launched = launch(order, {
    spawned: () => tell({ kind: "spawned", id }),
    ready: () => tell({ kind: "ready", id }),
    exceeded: (limit) => tell({ kind: "exceeded", id, limit }),
    usage: (usage) => tell({ kind: "usage", id, usage }),
    ended: (end) => {
      ended = true;
      running.delete(id);
      leaving.add(id);
      tell({ kind: "ended", id, ended: end });
    },
    removed: () => leaving.delete(id),
  });
  if (ended) leaving.delete(id);
  else running.set(id, launched);
}

async function makeFifos(message: Extract<ToLauncher, { kind: "make_fifos" }>): Promise<void> {
  const paths = message.names.map((name) => join(message.directory, name));
  const made = await runHostTool("/usr/bin/mkfifo", ["-m", "600", "--", ...paths]);
  tell({ kind: "fifos_made", names: message.names, failure: made.code === 0 ? null : made.stderr });
}
