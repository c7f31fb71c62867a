import type { FromLauncher, ToLauncher } from "./launch-order.ts";
import { spawnLauncher } from "./spawn.ts";

/** The worker's end of its launcher: messages out, messages in, and one notice when it is gone. */
export type LauncherLink = {
  tell: (message: ToLauncher) => void;
  close: () => Promise<void>;
  pid: number;
  rssBytes: number;
};

export type LinkHooks = { heard: (message: FromLauncher) => void; lost: (why: string) => void };

export function connectLauncher(file: string, hooks: LinkHooks): Promise<LauncherLink> {
  const child = spawnLauncher(file);
  return new Promise((resolve, reject) => {
    let closing = false;
    const gone = new Promise<void>((left) => {
      child.once("exit", (code, signal) => {
        left();
        const why = `the launcher ended (${signal ?? `exit ${code}`})`;
        reject(new Error(why));
        if (!closing) hooks.lost(why);
      });
    });
    child.once("error", (cause) => reject(new Error("the launcher cannot be started", { cause })));
    child.on("message", (message: FromLauncher) => {
      if (message.kind !== "up") return hooks.heard(message);
      resolve({
        pid: child.pid ?? -1,
        rssBytes: message.rssBytes,
        tell: (order) => {
          if (child.connected) child.send(order, (cause) => cause && hooks.lost(cause.message));
        },
        close: async () => {
          closing = true;
          if (child.connected) child.disconnect();
          await gone;
        },
      });
    });
  });
}
