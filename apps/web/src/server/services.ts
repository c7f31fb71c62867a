import { createDb } from "@gatehouse/services/db";
import { createEvaluate } from "@gatehouse/services/decision/create-evaluate";
import type { Services } from "@gatehouse/services/context";
import { createListener } from "@gatehouse/services/listen";
import { createPool } from "@gatehouse/services/pool";
import { createPolicyStore } from "@gatehouse/services/policy/store";
import { createQueues } from "@gatehouse/services/queue/queues";
import {
  createAnnouncer,
  createConsumerConnection,
  createProducerConnection,
  createSubscriber,
  type Redis,
} from "@gatehouse/services/redis";
import { readSecretKeys } from "@gatehouse/services/secret/keys";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { webEnv } from "../env.ts";
import { log } from "./log.ts";
import { createReplay } from "./replay/create-replay.ts";

export type WebServices = Services & { redis: Redis };

/** Next may load a module more than once in a process; connections are opened once. */
const kept = globalThis as typeof globalThis & { gatehouseServices?: Promise<WebServices> };

export function webServices(): Promise<WebServices> {
  kept.gatehouseServices ??= open();
  return kept.gatehouseServices;
}

async function open(): Promise<WebServices> {
  const env = webEnv();
  const db = createDb(env.DATABASE_URL);
  const producer = createProducerConnection(env.REDIS_URL, log);
  return {
    db,
    pool: createPool(env.DATABASE_URL),
    redis: producer,
    queues: createQueues(producer),
    announcer: createAnnouncer(producer),
    subscriber: createSubscriber(createConsumerConnection(env.REDIS_URL, log)),
    listener: createListener(env.DATABASE_URL, log),
    policies: createPolicyStore(),
    evaluate: await createEvaluate({ directory: env.SHELL_WASM_DIR }),
    replay: createReplay({ databaseUrl: env.DATABASE_URL, wasmDirectory: env.SHELL_WASM_DIR }),
    passwords: { hash: hashPassword, verify: (hash, password) => verifyPassword({ hash, password }) },
    secretKeys: readSecretKeys(env.SECRET_KEYS),
    log,
  };
}
