import type { Db } from "@gatehouse/services/db";
import { registerHost } from "@gatehouse/services/host/register";
import { schemaState } from "@gatehouse/services/installation";
import type { WorkerEnv } from "../env.ts";
import type { HostReport } from "../sandbox/host-report.ts";
import { hostIdentity, keepIdentity } from "./identity.ts";

type Joining = { env: WorkerEnv; version: string; report: HostReport };

/** Says who this host is, or joins as a new one; from then on its data directory holds what it is known by. */
export async function joinInstallation(
  db: Db,
  { env, version, report }: Joining,
): Promise<{ hostId: string; secretKeys: string }> {
  const identity = hostIdentity(env.DATA_DIR);
  const { hostId, secretKeys: told } = await registerHost(db, {
    identity,
    joinToken: env.GATEHOUSE_JOIN_TOKEN,
    name: env.HOST_NAME,
    version,
    capacity: env.CONCURRENCY,
    labels: env.HOST_LABELS,
    probe: { ...report, checks: [...report.checks] },
  });
  const { secretKeys: kept } = identity;
  if (hostId !== identity.id || told !== null) {
    keepIdentity(env.DATA_DIR, { ...identity, id: hostId, ...(told === null ? {} : { secretKeys: told }) });
  }
  const secretKeys = env.SECRET_KEYS ?? told ?? kept;
  if (secretKeys === undefined) {
    throw new Error(
      "This worker has no SECRET_KEYS: set them as the web server has them, or join with a token from the hosts page, which brings them.",
    );
  }
  return { hostId, secretKeys };
}

/** A worker on a database that is older than it does nothing at all. One of another protocol still says who it is. */
export async function requireSchema(db: Db, newest: string | null): Promise<void> {
  const state = await schemaState(db, newest);
  if (state.behind) throw new Error(`This worker cannot work on this database: ${state.why ?? "not ready"}.`);
}
