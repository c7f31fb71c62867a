import { connect, createServer, type Socket } from "node:net";

/** A way to a server that can fall silent: connections stay open, and nothing goes through any more, in either direction. */
export type SilentWay = { url: string; silence(): void; heal(): void; close(): void };

export async function silentWay(target: string): Promise<SilentWay> {
  const real = new URL(target);
  let silent = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(real.port), real.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      // What is dropped stays dropped: such a connection never works again, as after a cut of the network.
      let cut = silent;
      one.on("data", (part) => {
        cut ||= silent;
        if (!cut) other.write(part);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(target);
  url.host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return {
    url: url.href,
    silence() {
      silent = true;
    },
    heal() {
      silent = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
