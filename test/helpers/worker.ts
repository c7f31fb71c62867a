import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { admitOwnHost } from "@gatehouse/services/host/join-token";
import type { NetHost } from "./net-host.ts";
import { database, services } from "./web.ts";
import { until } from "./wait.ts";

const root = path.resolve(import.meta.dirname, "../..");
const nobody = 65_534;

export type TestWorker = {
  hostId: string;
  name: string;
  dataDir: string;
  process: ChildProcess;
  /** everything it wrote so far */
  log(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
};

/** A real worker on this machine, the only host that new sessions go to. Never root: started by root it gets another account. */
export async function startWorker(
  options: {
    redisUrl?: string;
    dataDir?: string;
    name?: string;
    concurrency?: number;
    network?: "proxy" | "off";
    databaseUrl?: string;
    /** leave the other hosts as they are */
    beside?: boolean;
    /** a network namespace for it */
    net?: NetHost;
    env?: Record<string, string>;
  } = {},
): Promise<TestWorker> {
  const name = options.name ?? `test-${randomBytes(4).toString("hex")}`;
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), "gatehouse-worker-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dataDir, nobody, nobody);
  if (options.beside !== true)
    await services.db.host.updateMany({ where: { name: { not: name } }, data: { state: "cordoned" } });
  const { net } = options;
  const inside = (url: string): string => net?.inside(url) ?? url;
  const program = [process.execPath, "--import", "tsx", path.join(root, "apps/worker/src/main.ts")];
  const [command = "", ...args] = [...(net?.prefix ?? []), ...program];
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      TMPDIR: dataDir,
      DATABASE_URL: inside(options.databaseUrl ?? database.appUrl),
      REDIS_URL: inside(options.redisUrl ?? database.redisUrl),
      SECRET_KEYS: process.env.SECRET_KEYS,
      DATA_DIR: path.join(dataDir, "data"),
      HOST_NAME: name,
      GATEHOUSE_JOIN_TOKEN: await admitOwnHost(services.db, { now: new Date() }),
      CONCURRENCY: String(options.concurrency ?? 4),
      NETWORK: options.network ?? "proxy",
      LOG_LEVEL: "warn",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...(isRoot && net === undefined ? { uid: nobody, gid: nobody } : {}),
  });
  if (child.pid !== undefined) await net?.join(child.pid);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => (text += part.toString()));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await until(
    `the worker to be ready (${text})`,
    async () => {
      if (child.exitCode !== null) throw new Error(`the worker ended: ${text}`);
      return text.includes("worker ready");
    },
    40_000,
  );
  const host = await services.db.host.findUniqueOrThrow({ where: { name } });
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    hostId: host.id,
    name,
    dataDir,
    process: child,
    log: () => text,
    kill,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await kill("SIGTERM");
      // Many workspaces take a while to remove; no test waits for it.
      if (options.dataDir === undefined) {
        spawn("rm", ["-rf", dataDir], { stdio: "ignore", detached: true }).unref();
      }
    },
  };
}
