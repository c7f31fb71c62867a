import path from "node:path";
import { protocol } from "@gatehouse/core/contracts/protocol";
import { newestMigration } from "@gatehouse/services/newest-migration";
import { readiness as readinessOf } from "@gatehouse/services/readiness";
import { version } from "../../package.json";
import { webServices } from "./services.ts";

/** The last migration this server was built with; beside its release, or in the checkout. */
export function newestKnown(): string | null {
  const here = process.cwd();
  return newestMigration([here, path.join(here, "../.."), path.join(here, "../../..")]);
}

/** Alive: the process answers. */
export function health(): Response {
  return Response.json({ ok: true });
}

/** Ready: what a request needs answers too, and the database is the one this server was built for. */
export async function readiness(): Promise<Response> {
  const { db, redis } = await webServices();
  const found = await readinessOf({ db, redis, newest: newestKnown() });
  return Response.json(found, { status: found.ok ? 200 : 503 });
}

export function versionOf(): Response {
  return Response.json({ name: "gatehouse", version, protocol });
}
