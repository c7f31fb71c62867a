import type { Db } from "./db.ts";
import { schemaState } from "./installation.ts";
import type { Redis } from "./redis.ts";

export type Readiness = { ok: boolean; checks: Record<string, string> };

const patienceMs = 3_000;

/** Whether what a request or an execution needs answers in time: "ok", or what is wrong, for each part. */
export async function readiness(parts: { db: Db; redis: Redis; newest: string | null }): Promise<Readiness> {
  const [database, queue] = await Promise.all([
    answer(schemaState(parts.db, parts.newest).then((state) => state.why ?? "ok")),
    answer(parts.redis.ping().then(() => "ok")),
  ]);
  const schema = database === "ok" || database === away ? database : `incompatible: ${database}`;
  const checks = { postgres: database === away ? away : "ok", schema, redis: queue };
  return { ok: Object.values(checks).every((found) => found === "ok"), checks };
}

const away = "does not answer";

async function answer(work: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(away), patienceMs);
  });
  try {
    return await Promise.race([work.catch(() => away), late]);
  } finally {
    clearTimeout(timer);
  }
}
