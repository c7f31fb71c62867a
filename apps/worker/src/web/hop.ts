/**
 * One request to one address. The address is judged, resolved, judged again and dialled here, and the socket that comes of
 * it is the only one used: nothing resolves a name a second time. Proof: test/integration/worker/web-tools.test.ts.
 */
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { mayFetch, type WebPolicy } from "@gatehouse/core/web/may-fetch";
import type { EgressConnection } from "../process/execution-types.ts";
import { dialPublic } from "../sandbox/egress/dial.ts";
import { readBody } from "./read-body.ts";
import { WebProblem } from "./web-problem.ts";

/** What one tool call may reach and what it reached for. */
export type WebSpace = {
  policy: WebPolicy;
  connections: EgressConnection[];
  signal: AbortSignal;
};

export type WebRequest = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
  /** what is kept of the answer, unpacked */
  maxBytes: number;
};

export type HopAnswer = {
  status: number;
  statusText: string;
  headers: [string, string][];
  body: Buffer;
  cut: boolean;
};

const tlsMs = 15_000;

export async function sendHop(wanted: WebRequest, space: WebSpace): Promise<HopAnswer> {
  const { signal } = space;
  const url = judged(wanted.url, space.policy);
  const connection: EgressConnection = {
    host: url.host,
    port: url.port,
    address: null,
    refused: null,
    sentBytes: 0,
    receivedBytes: 0,
    at: new Date(),
  };
  space.connections.push(connection);
  const dialled = await dialPublic(url, { exempt: url.exempt });
  if (!dialled.ok) {
    connection.refused = dialled.why;
    throw new WebProblem(
      dialled.status === 403 ? "private_address" : "unreachable",
      `${url.host}: ${dialled.why}`,
      dialled.status === 403 ? { hint: "an admin may put the host on net_white_list" } : {},
    );
  }
  connection.address = dialled.address;
  const { socket } = dialled;
  socket.on("error", () => undefined);
  const onAbort = (): void => void socket.destroy();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    const carrier = url.scheme === "https" ? await secured(socket, url.host) : socket;
    return await exchange(wanted, carrier, space);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof WebProblem) throw cause;
    throw new WebProblem("unreachable", `${url.host}: ${sentenceOf(cause)}`, { cause });
  } finally {
    signal.removeEventListener("abort", onAbort);
    connection.sentBytes = socket.bytesWritten;
    connection.receivedBytes = socket.bytesRead;
    socket.destroy();
  }
}

function judged(text: string, policy: WebPolicy) {
  const found = mayFetch(text, policy);
  if (!found.ok) throw new WebProblem(found.code, found.sentence, { hint: found.hint });
  // SAFETY: what was judged must be what the platform's own reader sees; without this a difference picks the host.
  const read = new URL(text);
  const host = read.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const port = read.port === "" ? (read.protocol === "https:" ? 443 : 80) : Number(read.port);
  const same =
    `${found.url.scheme}:` === read.protocol &&
    port === found.url.port &&
    (host === found.url.host || (isIP(host) === 6 && isIP(found.url.host) === 6));
  if (!same) throw new WebProblem("bad_url", "the address can be read in two ways");
  return { ...found.url, host, exempt: found.exempt };
}

function secured(socket: Socket, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = connectTls({
      socket,
      ...(isIP(host) ? { host } : { servername: host }),
      ALPNProtocols: ["http/1.1"],
    });
    secure.setTimeout(tlsMs, () => secure.destroy(new Error("the secure connection took too long")));
    secure.once("error", reject);
    secure.once("close", () => reject(new Error("the connection was closed")));
    secure.once("secureConnect", () => {
      secure.setTimeout(0);
      secure.on("error", () => undefined);
      resolve(secure);
    });
  });
}

function exchange(wanted: WebRequest, carrier: Socket, space: WebSpace): Promise<HopAnswer> {
  const { pathname, search, host } = new URL(wanted.url);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => carrier,
      method: wanted.method,
      path: `${pathname}${search}`,
      headers: {
        ...wanted.headers,
        host,
        connection: "close",
        "accept-encoding": "gzip, deflate, br",
        ...(wanted.body === null ? {} : { "content-length": String(wanted.body.length) }),
      },
      maxHeaderSize: 65_536,
    });
    outgoing.once("error", reject);
    const onClose = (): void => reject(new Error("the connection was closed before an answer came"));
    carrier.once("close", onClose);
    outgoing.once("response", (answer) => {
      carrier.removeListener("close", onClose); // from here on a broken connection is an error of the body
      readBody(answer, { maxBytes: wanted.maxBytes, signal: space.signal }).then(
        ({ body, cut }) => resolve(answerOf(answer, body, cut)),
        reject,
      );
    });
    outgoing.end(wanted.body ?? undefined);
  });
}

function answerOf(answer: IncomingMessage, body: Buffer, cut: boolean): HopAnswer {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2)
    headers.push([answer.rawHeaders[at] ?? "", answer.rawHeaders[at + 1] ?? ""]);
  return { status: answer.statusCode ?? 0, statusText: answer.statusMessage ?? "", headers, body, cut };
}

function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 300) : "the request failed";
}
