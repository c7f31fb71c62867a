import { AppError } from "@gatehouse/core/errors";
import { isDatabaseFault } from "@gatehouse/services/db";
import { schemaState } from "@gatehouse/services/installation";
import { newestKnown } from "./health.ts";
import type { WebServices } from "./services.ts";

const everyMs = 10_000;
const kept = globalThis as typeof globalThis & { gatehouseIncompatible?: string | null };

/** Why this server may not work on the database as it is now; null while it may. */
async function look({ db, log }: WebServices): Promise<void> {
  try {
    const state = await schemaState(db, newestKnown());
    kept.gatehouseIncompatible = state.ready ? null : (state.why ?? "not ready");
  } catch (error) {
    if (!isDatabaseFault(error)) log.warn({ error: String(error) }, "the schema could not be looked at");
  }
}

/** A server that does not fit its database says so at start, and answers nothing else once it no longer does. */
export async function watchCompatibility(services: WebServices): Promise<void> {
  await look(services);
  setInterval(() => void look(services), everyMs).unref();
  if (kept.gatehouseIncompatible)
    services.log.error({ why: kept.gatehouseIncompatible }, "this web server refuses to work");
}

export function requireCompatible(): void {
  const why = kept.gatehouseIncompatible ?? null;
  if (why !== null) throw new AppError("unavailable", `This web server does not fit its database: ${why}.`);
}
