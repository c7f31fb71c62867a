import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createPart, must, type Part } from "./processes.ts";

/**
 * Postgres, Redis and the web server on one address; each worker in a network namespace of its own, joined by a cable
 * that can be pulled. The data directory of the last worker is a small disk.
 */
const servicesAddress = "10.77.0.1";
const ports = { postgres: 5432, redis: 6379, web: 8080 };
const smallDiskMiB = 48;
export const effectsDirectory = "/srv";

export type ChaosHost = {
  part: Part;
  index: number;
  name: string;
  dataDir: string;
  link: string;
  /** admitted before the host is started for the first time */
  joinToken: string;
  smallDisk: boolean;
};

export type Topology = {
  postgres: Part;
  redis: Part;
  hosts: ChaosHost[];
  web: Part;
  urls: { owner: string; redis: string; web: string };
  /** what a part that is started now uses */
  use(databaseUrl: string): void;
};

/** Runs as an account without rights over the namespaces: Postgres, the worker and bubblewrap refuse root. */
const ordinary = (uid: number): string[] => [
  "unshare",
  "--user",
  `--map-user=${uid}`,
  `--map-group=${uid}`,
  "--",
];

export type Place = { root: string; home: string; logs: string };

export async function buildTopology(place: Place, hostCount: number): Promise<Topology> {
  const { root, home, logs } = place;
  must("ip", ["link", "set", "lo", "up"]);
  must("ip", ["addr", "add", `${servicesAddress}/32`, "dev", "lo"]);
  must("mount", ["-t", "tmpfs", "-o", "size=64m,mode=777", "chaos", effectsDirectory]);
  writeFileSync(path.join(effectsDirectory, "effects"), "");
  mkdirSync(logs, { recursive: true });
  const bundles = await bundleProducts(place);
  const password = randomBytes(12).toString("hex");
  const postgres = await postgresPart({ root, home, logs, password });
  const redisDirectory = path.join(home, "redis");
  mkdirSync(redisDirectory, { recursive: true });
  const redis = createPart({
    name: "redis",
    command: () => ({
      argv: [
        ...["redis-server", "--port", String(ports.redis), "--bind", "0.0.0.0", "--protected-mode", "no"],
        ...["--dir", redisDirectory, "--appendonly", "yes", "--save", "", "--maxmemory-policy", "noeviction"],
      ],
      env: { PATH: process.env["PATH"] ?? "" },
    }),
    ready: /ready to accept connections/i,
    logFile: path.join(logs, "redis.log"),
  });
  let databaseUrl = "";
  const urls = {
    owner: `postgresql://gatehouse:${password}@${servicesAddress}:${ports.postgres}/gatehouse`,
    redis: `redis://${servicesAddress}:${ports.redis}/0`,
    web: `http://${servicesAddress}:${ports.web}`,
  };
  const shared = () => ({
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: databaseUrl,
    REDIS_URL: urls.redis,
    SECRET_KEYS: process.env["SECRET_KEYS"] ?? "",
    LOG_LEVEL: "info",
  });
  const web = createPart({
    name: "web",
    command: () => ({
      argv: [process.execPath, path.join(bundles, "chaos-web.mjs"), String(ports.web)],
      env: {
        ...shared(),
        HOME: home,
        SHELL_WASM_DIR: bundles,
        PUBLIC_URL: process.env["PUBLIC_URL"] ?? "",
        AUTH_SECRET: process.env["AUTH_SECRET"] ?? "",
      },
    }),
    ready: /web ready on/,
    logFile: path.join(logs, "web.log"),
  });
  const hosts = Array.from({ length: hostCount }, (_, at) => hostPart(at + 1, at === hostCount - 1));
  function hostPart(index: number, smallDisk: boolean): ChaosHost {
    const name = `host-${index}`;
    const dataDir = path.join(home, name);
    const link = `gh${index}`;
    const joinToken = randomBytes(32).toString("base64url");
    mkdirSync(dataDir, { recursive: true });
    if (smallDisk)
      must("mount", ["-t", "tmpfs", "-o", `size=${smallDiskMiB}m,mode=700`, "small-disk", dataDir]);
    const wait = "until ip link show eth0 >/dev/null 2>&1; do sleep 0.02; done";
    const up = `ip link set lo up; ip addr add 10.77.${index}.2/24 dev eth0; ip link set eth0 up`;
    const script = `${wait}; ${up}; ip route add default via 10.77.${index}.1; exec "$@"`;
    const part = createPart({
      name,
      command: () => ({
        argv: [
          ...["unshare", "--net", "sh", "-c", script, "host", ...ordinary(1000)],
          ...[process.execPath, path.join(bundles, "main.mjs")],
        ],
        env: {
          ...shared(),
          HOME: dataDir,
          TMPDIR: dataDir,
          DATA_DIR: path.join(dataDir, "data"),
          HOST_NAME: name,
          GATEHOUSE_JOIN_TOKEN: joinToken,
          CONCURRENCY: "3",
          NETWORK: "off",
        },
      }),
      ready: /worker ready/,
      logFile: path.join(logs, `${name}.log`),
      spawned: (pid) => {
        must("sh", [
          "-c",
          `ip link del ${link} 2>/dev/null; until ip link add ${link} type veth peer name eth0 netns ${pid}; do sleep 0.02; done`,
        ]);
        must("ip", ["addr", "add", `10.77.${index}.1/24`, "dev", link]);
        must("ip", ["link", "set", link, "up"]);
      },
    });
    return { part, index, name, dataDir, link, joinToken, smallDisk };
  }
  return {
    postgres,
    redis,
    hosts,
    web,
    urls,
    use: (url) => {
      databaseUrl = url;
    },
  };
}

/** As they ship: bundles start in a third of the time that sources take. */
async function bundleProducts({ root, home }: Place): Promise<string> {
  const { bundleWorker } = (await import(path.join(root, "bin/lib/worker-bundle.mjs"))) as {
    bundleWorker: (of: { root: string; target: string; more: Record<string, string> }) => Promise<void>;
  };
  const target = path.join(home, "bundles");
  await bundleWorker({ root, target, more: { "chaos-web": "test/chaos/web.ts" } });
  return target;
}

type PostgresOptions = Place & { password: string };

async function postgresPart({ root, home, logs, password }: PostgresOptions): Promise<Part> {
  const { postgresBinaries } = (await import(path.join(root, "bin/lib/postgres.mjs"))) as {
    postgresBinaries: (root: string, copyTo: string) => { initdb: string; postgres: string };
  };
  const binaries = postgresBinaries(root, path.join(home, "bin"));
  const directory = path.join(home, "postgres");
  const passwordFile = path.join(home, "postgres.password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const account = ordinary(999);
  const initdb = [binaries.initdb, "-D", directory, "-U", "gatehouse", "-E", "UTF8", "--locale=C"];
  const [file = "", ...args] = [...account, ...initdb, "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  must(file, args);
  appendFileSync(path.join(directory, "pg_hba.conf"), "host all all 10.77.0.0/16 scram-sha-256\n");
  const settings = {
    listen_addresses: "*",
    max_connections: "120",
    timezone: "UTC",
    log_min_messages: "warning",
  };
  return createPart({
    name: "postgres",
    command: () => ({
      argv: [
        ...[...account, binaries.postgres, "-D", directory, "-p", String(ports.postgres), "-k", ""],
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ],
      env: { PATH: process.env["PATH"] ?? "" },
    }),
    ready: /database system is ready to accept connections/,
    logFile: path.join(logs, "postgres.log"),
    whole: true,
    endSignal: "SIGINT",
  });
}
