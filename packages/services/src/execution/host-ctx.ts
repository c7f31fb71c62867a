import type { Actor } from "@gatehouse/core/actor";
import type { Services } from "../context.ts";

/** First argument of the verbs a worker calls: the host is set by the worker's own registration. */
export type HostCtx = Pick<
  Services,
  "db" | "pool" | "policies" | "evaluate" | "announcer" | "log" | "secretKeys"
> & {
  hostId: string;
};

/** The right to write one execution: its number grows with each claim, and every write names it. */
export type Lease = { executionId: string; orgId: string; number: bigint };

export const workerActor: Actor = { kind: "system", part: "worker" };
export const maintenanceActor: Actor = { kind: "system", part: "maintenance" };
