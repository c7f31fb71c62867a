import { createServer } from "node:net";

/** True when nothing listens there and this process may. */
export function portIsFree(port, host = "127.0.0.1") {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

export function freePort(host = "127.0.0.1") {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port: 0, host }, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The port used last time when it is still free, so that links and bookmarks keep working; else another. */
export async function keptPort(last, host) {
  return last && (await portIsFree(last, host)) ? last : freePort(host);
}
