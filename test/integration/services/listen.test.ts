import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, it } from "vitest";
import { createListener, type Listener } from "@gatehouse/services/listen";
import { services } from "../../helpers/web.ts";
import { until } from "../../helpers/wait.ts";

/** A way to the database that a test opens and cuts. */
const real = new URL(process.env.DATABASE_URL ?? "");
const sockets = new Set<Socket>();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let port = 0;
let way: Server | null = null;
let listener: Listener | null = null;

function open(): Promise<void> {
  way = createServer((near) => {
    const far = connect(Number(real.port), real.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
      one.pipe(other);
    }
  });
  return new Promise((resolve) => {
    way?.listen(port, "127.0.0.1", () => {
      const address = way?.address();
      if (typeof address === "object" && address !== null) port = address.port;
      resolve();
    });
  });
}

function cut(): Promise<void> {
  return new Promise((resolve) => {
    way?.close(() => resolve());
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });
}

beforeAll(async () => {
  await open();
  await cut();
});
afterAll(async () => {
  await listener?.close();
  await cut();
});

const announce = (text: string) => services.db.$queryRaw`SELECT pg_notify('gatehouse', ${text})::text`;
const ours = JSON.stringify({ kind: "tool_call", orgId: "o", sessionId: "s", toolCallId: "t", state: "x" });

it("hears what is announced though the database was away first and went away again, whatever else is announced", async () => {
  const url = new URL(real);
  url.host = `127.0.0.1:${port}`;
  listener = createListener(url.href, log);
  let heard = 0;
  listener.subscribe(() => {
    heard += 1;
  });
  const hears = async (): Promise<void> => {
    const before = heard;
    await until("an announcement to be heard", async () => {
      for (const strange of ["", "{", "null", '{"kind":"other"}', "[1,2]"]) await announce(strange);
      await announce(ours);
      return heard > before ? true : null;
    });
  };
  await new Promise((resolve) => setTimeout(resolve, 500));
  await open();
  await hears();
  await cut();
  await new Promise((resolve) => setTimeout(resolve, 500));
  await open();
  await hears();
});
