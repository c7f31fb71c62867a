import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "@gatehouse/services/redis";
import type { HostCheck } from "../sandbox/host-report.ts";

const oldestMajor = 6;
const patienceMs = 3_000;

/** Asked by INFO, which hosted servers permit where CONFIG is closed. */
export async function checkQueue(redis: Redis): Promise<HostCheck[]> {
  let info: string;
  try {
    info = await patiently(redis);
  } catch (cause) {
    const detail = `cannot be asked: ${cause instanceof Error ? cause.message : String(cause)}`;
    return [{ name: "Redis", ok: false, detail, fix: "npm start" }];
  }
  const field = (name: string): string =>
    new RegExp(`^${name}:(.*)$`, "m").exec(info)?.[1]?.trim() ?? "unknown";
  const version = field("redis_version");
  const policy = field("maxmemory_policy");
  const persistent = field("aof_enabled") === "1";
  const checks: HostCheck[] = [
    {
      name: "Redis",
      ok: Number.parseInt(version, 10) >= oldestMajor,
      detail: `version ${version}`,
      fix: "use Redis 6.2 or later",
    },
    {
      name: "Redis evicts nothing",
      ok: policy === "noeviction",
      detail: `maxmemory-policy is ${policy}`,
      fix: "redis-cli config set maxmemory-policy noeviction && redis-cli config rewrite",
    },
    {
      name: "Redis keeps what it takes",
      ok: persistent,
      detail: persistent
        ? "append-only file is on"
        : "append-only file is off: queued calls wait for a sweep after a restart",
      fix: "redis-cli config set appendonly yes && redis-cli config rewrite",
    },
  ];
  return checks;
}

/** The connection refuses commands until it stands, so that nobody waits on a dead server; here waiting is right. */
async function patiently(redis: Redis): Promise<string> {
  for (const until = Date.now() + patienceMs; redis.status !== "ready" && Date.now() < until; )
    await sleep(25);
  return redis.info();
}
