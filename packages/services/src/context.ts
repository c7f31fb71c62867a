import type { Actor } from "@gatehouse/core/actor";
import type { MemberId, OrgId } from "@gatehouse/core/ids";
import type { Role } from "@gatehouse/core/role";
import type { Db } from "./db.ts";
import type { Evaluate } from "./decision/evaluate.ts";
import type { Listener } from "./listen.ts";
import type { Log } from "./log.ts";
import type { PolicyStore } from "./policy/store.ts";
import type { PolicyReplay } from "./policy/replay-port.ts";
import type { Pool } from "./pool.ts";
import type { Queues } from "./queue/queues.ts";
import type { SecretKeys } from "./secret/keys.ts";
import type { Announcer, Subscriber } from "./redis.ts";

/** The password side of the auth library, as functions: the ledger never sees how a password is kept. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
};

/** What a process opens once and every verb may use. */
export type Services = {
  db: Db;
  pool: Pool;
  queues: Queues;
  announcer: Announcer;
  subscriber: Subscriber;
  listener: Listener;
  policies: PolicyStore;
  evaluate: Evaluate;
  replay: PolicyReplay;
  passwords: Passwords;
  secretKeys: SecretKeys;
  log: Log;
};

/** Where a request came from; part of the audit events it causes. */
export type Origin = {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  /** the API token it came with; absent: a login */
  tokenId?: string;
};

/** First argument of a verb that a person calls. Set by the outermost shell from the login; no input carries any of it. */
export type Ctx = Services &
  Origin & {
    org: { id: OrgId; slug: string; name: string };
    actor: Actor;
    member: { id: MemberId; role: Role; name: string; userId: string };
    now: Date;
  };

/** First argument of a verb that needs no member yet: set-up, sign-in, an invitation being accepted. */
export type PublicCtx = Services & Origin & { now: Date };
