import { expireApprovals } from "./approval/expire.ts";
import { tellApprovals } from "./approval/tell.ts";
import type { Services } from "./context.ts";
import { dropStale } from "./notification/claim.ts";
import { planNotices } from "./notification/plan.ts";
import { purgeNotices } from "./notification/purge.ts";
import { reapLost } from "./execution/reap.ts";
import { reapMs } from "./execution/timings.ts";
import { repairTurns } from "./turn/repair.ts";
import { purgeLogins } from "./login/purge.ts";
import { databaseNow } from "./database-clock.ts";

const purgeEvery = 400;

export type Maintained = Pick<Services, "db" | "queues" | "log" | "policies" | "announcer" | "evaluate">;

/**
 * The sweep that keeps rows truthful. Every process of the product runs it; each step has one winner, so that it does not
 * matter how many do. Returns a function that stops it.
 */
export function startMaintenance(services: Maintained): () => Promise<void> {
  let stopped = false;
  let wake: () => void = () => undefined;
  const sweep = async (): Promise<void> => {
    for (let round = 0; !stopped; round += 1) {
      if (round % purgeEvery === 0) {
        await attempt(services, "purge", async () =>
          purgeLogins(services.db, await databaseNow(services.db)),
        );
        await attempt(services, "purge", async () =>
          purgeNotices(services.db, await databaseNow(services.db)),
        );
        await attempt(services, "purge", async () => dropStale(services.db, await databaseNow(services.db)));
      }
      await attempt(services, "reap", () => reapLost(services));
      await attempt(services, "turns", () => repairTurns(services));
      await attempt(services, "tell", async () =>
        tellApprovals({ ...services, now: await databaseNow(services.db) }),
      );
      await attempt(services, "expire", async () =>
        expireApprovals({ db: services.db, now: await databaseNow(services.db) }),
      );
      await attempt(services, "notices", async () =>
        planNotices({
          db: services.db,
          queues: services.queues,
          log: services.log,
          now: await databaseNow(services.db),
        }),
      );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, reapMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const running = sweep();
  return async () => {
    stopped = true;
    wake();
    await running;
  };
}

/** A statement on a connection that leads nowhere is not waited for: the next round asks on another one. */
const patienceMs = 3_000;

async function attempt(services: Maintained, step: string, work: () => Promise<unknown>): Promise<void> {
  const doing = work().catch((error: unknown) => {
    services.log.warn({ step, error: String(error) }, "a step of maintenance failed and will be tried again");
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([doing, late]);
  clearTimeout(timer);
}
