import { Redis } from "ioredis";
import type { Log } from "./log.ts";

/** A connection that fails at once while Redis is away: what it carries is repaired from the rows. */
export function createProducerConnection(url: string, log: Log): Redis {
  return keepQuiet(
    new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: 2_000,
      retryStrategy,
    }),
    log,
  );
}

/** A connection that waits for Redis to come back, as the consumer of a queue needs. */
export function createConsumerConnection(url: string, log: Log): Redis {
  return keepQuiet(new Redis(url, { maxRetriesPerRequest: null, retryStrategy }), log);
}

function retryStrategy(times: number): number {
  return Math.min(50 * 2 ** Math.min(times, 5), 1_000);
}

function keepQuiet(redis: Redis, log: Log): Redis {
  let lastLogged = 0;
  redis.on("error", (error: Error) => {
    const now = Date.now();
    if (now - lastLogged < 5_000) return;
    lastLogged = now;
    log.warn({ error: error.message }, "redis is away");
  });
  return redis;
}

export type { Redis } from "ioredis";

export type Announcer = { announce(channel: string): void };

/** Publishes "there is more" without waiting: a lost announcement is found by the reader's own poll. */
export function createAnnouncer(redis: Redis): Announcer {
  return {
    announce(channel) {
      redis.publish(channel, "1").catch(() => undefined);
    },
  };
}

export type Subscriber = { subscribe(channel: string, wake: () => void): () => void; close(): void };

/** One connection for all readers of a process; a channel is left when its last reader goes. */
export function createSubscriber(redis: Redis): Subscriber {
  const readers = new Map<string, Set<() => void>>();
  redis.on("message", (channel: string) => {
    for (const wake of readers.get(channel) ?? []) wake();
  });
  return {
    subscribe(channel, wake) {
      const existing = readers.get(channel);
      if (existing === undefined) {
        readers.set(channel, new Set([wake]));
        redis.subscribe(channel).catch(() => undefined);
      } else existing.add(wake);
      return () => {
        const set = readers.get(channel);
        set?.delete(wake);
        if (set?.size === 0) {
          readers.delete(channel);
          redis.unsubscribe(channel).catch(() => undefined);
        }
      };
    },
    close() {
      redis.disconnect();
    },
  };
}
