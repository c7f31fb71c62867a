import { closeSync, constants, mkdirSync, openSync, unlinkSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { readTarget } from "@gatehouse/core/sandbox/egress-target";
import type { SandboxNetwork } from "@gatehouse/core/sandbox/profile";
import type { EgressConnection } from "../../process/execution-types.ts";
import { dial, type Resolve } from "./dial.ts";

/**
 * The way out of one networked sandbox: an HTTP proxy on a socket that is mounted into it. It speaks CONNECT and plain
 * requests, writes down each connection, and ends with the execution.
 */
export type Egress = { socket: string; connections: readonly EgressConnection[]; close: () => Promise<void> };

const atOnce = 128;
const keptConnections = 10_000;
const idleMs = 5 * 60_000;
const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
];

export async function openEgress(
  runDirectory: string,
  id: string,
  network: Extract<SandboxNetwork, { kind: "egress" }>,
  resolve?: Resolve,
): Promise<Egress> {
  const connections: EgressConnection[] = [];
  const open = new Set<Socket | Duplex>();
  const note = (host: string, port: number): EgressConnection => {
    const connection: EgressConnection = {
      host,
      port,
      address: null,
      refused: null,
      sentBytes: 0,
      receivedBytes: 0,
      at: new Date(),
    };
    if (connections.length < keptConnections) connections.push(connection);
    return connection;
  };
  const track = <T extends Socket | Duplex>(socket: T): T => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    return socket;
  };

  const server = createServer((incoming, response) => void forward(incoming, response));
  server.maxConnections = atOnce;
  server.on("connection", track);
  server.on("connect", (incoming, client: Duplex, head) => void tunnel(incoming, track(client), head));

  const tunnel = async (incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> => {
    const target = readTarget(incoming.url ?? "");
    if (target === null) return void client.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    const connection = note(target.host, target.port);
    const dialled = await dial(target, network, resolve);
    if (!dialled.ok) {
      connection.refused = dialled.why;
      return void client.end(`HTTP/1.1 ${dialled.status} ${dialled.why}\r\nConnection: close\r\n\r\n`);
    }
    connection.address = dialled.address;
    const upstream = track(dialled.socket);
    upstream.setTimeout(idleMs, () => upstream.destroy());
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    upstream.on("close", () => {
      connection.sentBytes += upstream.bytesWritten;
      connection.receivedBytes += upstream.bytesRead;
      client.destroy();
    });
    client.on("close", () => upstream.destroy());
    if (head.length > 0) upstream.write(head);
    client.pipe(upstream).pipe(client);
  };

  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = readUrl(incoming.url ?? "");
    const target = url === null ? null : readTarget(`${url.hostname}:${url.port || "80"}`);
    if (url === null || target === null) return void response.writeHead(400).end();
    const connection = note(target.host, target.port);
    const dialled = await dial(target, network, resolve);
    if (!dialled.ok) {
      connection.refused = dialled.why;
      return void response.writeHead(dialled.status, dialled.why).end(`${dialled.why}\n`);
    }
    connection.address = dialled.address;
    const socket = track(dialled.socket);
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !hopByHop.includes(name) && name !== "host"),
    );
    const outgoing = request({
      createConnection: () => socket,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, connection: "close" },
    });
    socket.once("close", () => {
      connection.sentBytes += socket.bytesWritten;
      connection.receivedBytes += socket.bytesRead;
    });
    outgoing.setTimeout(idleMs, () => outgoing.destroy());
    outgoing.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  };

  const socket = await listen(runDirectory, id, (path) => server.listen(path), server);
  return {
    socket,
    connections,
    close: async () => {
      const closed = [...open].map((each) => new Promise((resolve) => each.once("close", resolve)));
      for (const each of open) each.destroy();
      await Promise.all(closed); // only then are the last bytes of each connection counted
      await new Promise((resolve) => server.close(resolve));
      unlinkQuietly(socket);
    },
  };
}

/** A socket's path holds 107 bytes at most; through a descriptor of its directory any path is short. */
async function listen(
  runDirectory: string,
  id: string,
  bind: (path: string) => void,
  server: NodeJS.EventEmitter,
): Promise<string> {
  const directory = join(runDirectory, "egress");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const fd = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.once("listening", () => resolve());
      bind(`/proc/self/fd/${fd}/${id}`);
    });
  } finally {
    closeSync(fd);
  }
  return join(directory, id);
}

function readUrl(text: string): URL | null {
  if (!/^http:\/\/[\x21-\x7e]+$/.test(text)) return null;
  try {
    const url = new URL(text);
    return url.username === "" && url.password === "" ? url : null;
  } catch (_malformed) {
    return null;
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (_gone) {
    // closing the server removes it where it can still name it
  }
}
