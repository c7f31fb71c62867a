import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "./wait.ts";

export type TestRedis = {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
};

/** A Redis of a test's own, which it may stop and start; it keeps its data as the product's does. */
export async function ownRedis(): Promise<TestRedis> {
  const directory = mkdtempSync(path.join(tmpdir(), "gatehouse-redis-"));
  const port = await freePort();
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    let text = "";
    child = spawn(
      "redis-server",
      [
        "--port",
        String(port),
        "--bind",
        "127.0.0.1",
        "--appendonly",
        "yes",
        "--dir",
        directory,
        "--maxmemory-policy",
        "noeviction",
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    child.stdout?.on("data", (part: Buffer) => (text += part.toString()));
    await until("Redis to be ready", async () => text.includes("Ready to accept connections"));
  };
  const stop = async (): Promise<void> => {
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}/0`,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
