import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Faults } from "./faults.ts";
import type { Topology } from "./topology.ts";

export type Watch = { violations: string[]; longestMs: () => number; stop(): Promise<void> };

/** what spec.md 7 allows between a worker's death and the end of what it ran */
const promisedMs = 15_000;
const everyMs = 250;

/**
 * Looks at the rows all the time: nothing is shown as running longer than promised after its worker's death. Only time
 * counts in which somebody could have said so: Postgres is there, and a process of the product that reaches it.
 */
export function startWatch(topology: Topology, faults: Faults, databaseUrl: string): Watch {
  const violations: string[] = [];
  const reported = new Set<string>();
  let stopped = false;
  let longest = 0;
  let available = 0;
  /** by death: the available time at that moment */
  const at = new Map<object, number>();
  const look = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const running = await client.query<{ id: string; host: string; claimed: Date }>(
        `SELECT e.id::text, h.name AS host, e.claimed_at AS claimed FROM execution e JOIN host h ON h.id = e.host_id
         WHERE e.state = 'running'`,
      );
      for (const { id, host, claimed } of running.rows) {
        const death = faults.deaths.findLast((one) => one.host === host && one.wallMs > claimed.getTime());
        if (death === undefined) continue;
        const since = available - (at.get(death) ?? available);
        longest = Math.max(longest, since);
        if (since <= promisedMs || reported.has(id)) continue;
        reported.add(id);
        violations.push(`${id} is still shown as running ${Math.round(since)} ms after the death of ${host}`);
      }
    } catch (_away) {
      // Postgres is away; the clock of this promise stands still
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const loop = async (): Promise<void> => {
    let last = performance.now();
    while (!stopped) {
      const now = performance.now();
      if (canReap(topology, faults)) available += now - last;
      last = now;
      for (const death of faults.deaths) if (!at.has(death)) at.set(death, available);
      if (topology.postgres.isUp()) await look();
      await sleep(everyMs);
    }
  };
  const looping = loop();
  return {
    violations,
    longestMs: () => longest,
    async stop() {
      stopped = true;
      await looping;
    },
  };
}

function canReap({ postgres, web, hosts }: Topology, faults: Faults): boolean {
  if (!postgres.isUp()) return false;
  return web.isUp() || hosts.some(({ part, name }) => part.isUp() && !faults.cut.has(name));
}
