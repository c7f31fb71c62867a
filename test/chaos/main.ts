/**
 * Started by bin/chaos.mjs inside its namespaces. Sets the product up, lets clients work while parts fail, mends all,
 * waits until every call has its end, ends the workers and checks what must be true. 0: it is; 1: it is not.
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { TestMember } from "../helpers/org.ts";
import { until } from "../helpers/wait.ts";
import { checkHosts, checkRows } from "./check.ts";
import { apiOf, startClients } from "./clients.ts";
import { startFaults } from "./faults.ts";
import { seeded } from "./random.ts";
import { buildTopology, effectsDirectory } from "./topology.ts";
import { startWatch } from "./watch.ts";

const root = path.resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    seconds: { type: "string" },
    seed: { type: "string" },
    hosts: { type: "string", default: "3" },
    clients: { type: "string", default: "10" },
    /** an existing directory for the logs of all parts */
    logs: { type: "string" },
    json: { type: "boolean", default: false },
  },
});

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) {
    process.stderr.write(`chaos: --${name} ${text} is not a number\n`);
    process.exit(2);
  }
  return Number(text);
}

const seconds = number("seconds", values.seconds) ?? 60 * (number("minutes", values.minutes) ?? 30);
const seed = number("seed", values.seed) ?? randomBytes(4).readUInt32LE();
const hostCount = number("hosts", values.hosts) ?? 3;
const clientCount = number("clients", values.clients) ?? 10;
const begun = performance.now();

function say(text: string): void {
  process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${text}\n`);
}

async function main(): Promise<number> {
  const home = process.env["HOME"] ?? "";
  const clockLibrary = process.env["CHAOS_CLOCK"] ?? "";
  if (!existsSync(clockLibrary)) throw new Error("start it with npm run chaos");
  say(`seed ${seed}, ${seconds} s, ${hostCount} hosts, ${clientCount} clients`);
  process.env["AUTH_SECRET"] = randomBytes(32).toString("hex");
  process.env["SECRET_KEYS"] = randomBytes(32).toString("base64url");
  process.env["PUBLIC_URL"] = "http://gatehouse.test";
  process.env["LOG_LEVEL"] = "silent";
  const topology = await buildTopology(
    { root, home, logs: path.resolve(values.logs ?? path.join(home, "logs")) },
    hostCount,
  );
  const { postgres, redis, web, hosts, urls } = topology;
  await Promise.all([postgres.start(), redis.start()]);
  const app = new URL(urls.owner);
  app.username = "gatehouse_app";
  Object.assign(process.env, {
    MIGRATE_DATABASE_URL: urls.owner,
    DATABASE_URL: app.href,
    REDIS_URL: urls.redis,
  });
  const { ensureDatabase } = await import(path.join(root, "bin/lib/postgres.mjs"));
  const { migrateWith } = await import(path.join(root, "bin/lib/services.mjs"));
  await ensureDatabase(root, urls.owner);
  migrateWith(root, process.env);
  const { database, services, close } = await import("../helpers/web.ts");
  const { makeOrg } = await import("../helpers/org.ts");
  topology.use(database.appUrl);
  const org = await makeOrg({ writable_path: [effectsDirectory], limits: { timeout_min: 5 } });
  const members = await Promise.all(Array.from({ length: clientCount }, () => org.join("member")));
  const { admitOwnHost } = await import("@gatehouse/services/host/join-token");
  for (const { joinToken } of hosts) await admitOwnHost(services.db, { token: joinToken, now: new Date() });
  await Promise.all([web.start(), ...hosts.map(({ part }) => part.start())]);
  say("everything is up");

  const random = seeded(seed);
  const plan = { org, url: urls.web, origin: "http://gatehouse.test", random };
  const openSession = async (by: TestMember): Promise<string> => {
    const { id } = await apiOf(plan, by).session.create.mutate({ org: org.slug, mode: "auto" });
    await services.db.grant.create({
      data: {
        id: crypto.randomUUID(),
        orgId: org.id,
        sessionId: id,
        kind: "path",
        path: effectsDirectory,
        access: "write",
        recursive: true,
        grantedBy: org.admin.memberId,
        expiresAt: new Date(Date.now() + 86_400_000),
      },
    });
    return id;
  };
  const clients = startClients({ ...plan, openSession }, members);
  const faults = startFaults({ topology, random: seeded(seed + 1), clockLibrary, say });
  const watch = startWatch(topology, faults, database.ownerUrl);
  await Promise.race([sleep(seconds * 1_000), stopAsked()]);
  say("mending");
  await faults.stop();
  await clients.stop();
  say("waiting for every call to end");
  const violations: string[] = [];
  const openCalls = () =>
    services.db.execution.findMany({
      where: { orgId: org.id, state: { not: "finished" } },
      select: { id: true, hostId: true, state: true, queuedAt: true, claimedAt: true, leaseExpiresAt: true },
      orderBy: { queuedAt: "asc" },
    });
  let told = performance.now();
  await until(
    "every call to end",
    async () => {
      const open = await openCalls();
      if (open.length > 0 && performance.now() - told > 5_000) {
        told = performance.now();
        say(`${open.length} are open, the first: ${JSON.stringify(open[0])}`);
      }
      return open.length === 0;
    },
    90_000,
  ).catch(async (error: unknown) => {
    violations.push(`${String(error)}: ${JSON.stringify(await openCalls())}`);
  });
  await watch.stop();
  await Promise.all(hosts.map(({ part }) => part.end()));
  violations.push(...checkHosts(topology));
  const checked = await checkRows(database.ownerUrl, services.db, { orgId: org.id, sent: clients.sent });
  violations.push(...faults.violations, ...watch.violations, ...checked.violations);
  const result = {
    seed,
    seconds,
    calls: clients.sent.length,
    ran: checked.ran,
    outcomes: Object.fromEntries([...checked.outcomes].toSorted()),
    faults: Object.fromEntries([...faults.counts].toSorted()),
    bytesCompared: checked.bytesCompared,
    auditEvents: checked.auditEvents,
    longestRunningAfterDeathMs: Math.round(watch.longestMs()),
    violations,
  };
  await web.end();
  await close().catch(() => undefined);
  await Promise.all([redis.end(), postgres.end()]);
  for (const [said, times] of clients.failures) say(`clients were told ${times} times: ${said}`);
  process.stdout.write(
    values.json ? `${JSON.stringify(result)}\n` : `${JSON.stringify(result, undefined, 2)}\n`,
  );
  return violations.length === 0 ? 0 : 1;
}

function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `chaos: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exit(1);
  },
);
