import { timingSafeEqual } from "node:crypto";
import type { AuditEvent } from "@gatehouse/core/audit/event";
import { protocol } from "@gatehouse/core/contracts/protocol";
import { asId, type HostId } from "@gatehouse/core/ids";
import type { Db, Tx } from "../db.ts";
import { isUniqueViolation } from "../db.ts";
import { workerActor } from "../execution/host-ctx.ts";
import { installedProtocol } from "../installation.ts";
import { hashToken } from "../token.ts";
import { withTransaction } from "../transaction.ts";
import { appendForAllAudited } from "./for-all-audited.ts";
import type { HostProbe } from "./list.ts";
import { openKeys } from "./sealed-keys.ts";
import { databaseNow } from "../database-clock.ts";

export type Registration = {
  /** what this worker keeps in its data directory; the secret proves that it is this host */
  identity: { id: string; secret: string };
  joinToken: string | undefined;
  name: string;
  version: string;
  capacity: number;
  /** of its own settings; a new host has those of its join token as well */
  labels: readonly string[];
  probe: HostProbe;
};

/** Why a worker may not work here, in a sentence for whoever started it. */
export class JoinRefused extends Error {}

/** `secretKeys`: those of the installation, told once to a host that joins with a token from the hosts page. */
export type Registered = { hostId: HostId; secretKeys: string | null };

/**
 * A worker at boot says who it is and what its host can do. The first time it needs a join token; from then on its secret.
 * What an admin wants of the host stays as it is, and what an earlier worker of it was running is left to the reaper.
 */
export async function registerHost(db: Db, input: Registration): Promise<Registered> {
  try {
    const { id, secretKeys, refused } = await withTransaction(db, (tx) => registerAudited(tx, input));
    if (refused !== null) throw new JoinRefused(refused);
    return { hostId: asId<HostId>(id), secretKeys };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new JoinRefused(
      `A host named ${input.name} has joined already. Give this one another HOST_NAME, or remove that host on the hosts page.`,
    );
  }
}

async function registerAudited(
  tx: Tx,
  input: Registration,
): Promise<{ id: string; secretKeys: string | null; refused: string | null }> {
  const known = await tx.host.findUnique({ where: { id: input.identity.id } });
  const probe = JSON.parse(JSON.stringify(input.probe)) as HostProbe;
  const { name, version, capacity } = input;
  const now = await databaseNow(tx);
  const facts = { name, version, protocol, capacity, probe, startedAt: now, lastSeenAt: now };
  let id: string;
  let secretKeys: string | null = null;
  let type: AuditEvent["type"];
  if (known === null) {
    ({ id, secretKeys } = await join(tx, input, facts));
    type = "host.joined";
  } else {
    requireSecret(known, input.identity.secret);
    ({ id } = known);
    type = "host.registered";
    const labels = [...new Set([...known.labels, ...input.labels])];
    await tx.host.update({ where: { id }, data: { ...facts, labels } });
  }
  const payload = { hostId: id, name, version, protocol, probe: probe as unknown as Record<string, string> };
  await appendForAllAudited(tx, { system: workerActor }, { type, payload });
  return { id, secretKeys, refused: await incompatible(tx) };
}

type HostFacts = {
  name: string;
  version: string;
  protocol: number;
  capacity: number;
  probe: HostProbe;
  startedAt: Date;
  lastSeenAt: Date;
};

/** A host of an older release has no secret yet; the token that names it by its name gives it one. */
async function join(
  tx: Tx,
  input: Registration,
  facts: HostFacts,
): Promise<{ id: string; secretKeys: string | null }> {
  const { identity, joinToken } = input;
  if (joinToken === undefined) {
    throw new JoinRefused(
      "This worker belongs to no host yet. Make a join token on the hosts page and start it with GATEHOUSE_JOIN_TOKEN.",
    );
  }
  const older = await tx.host.findFirst({ where: { name: facts.name, secretHash: null, removedAt: null } });
  const id = older?.id ?? identity.id;
  const { lastSeenAt: now } = facts;
  const where = { tokenHash: hashToken(joinToken), usedAt: null, revokedAt: null, expiresAt: { gt: now } };
  const sealed =
    (await tx.hostJoinToken.findFirst({ where, select: { sealedKeys: true } }))?.sealedKeys ?? null;
  const [used] = await tx.hostJoinToken.updateManyAndReturn({
    where,
    data: { usedAt: now, usedBy: id, sealedKeys: null },
  });
  if (used === undefined) {
    throw new JoinRefused(
      "This join token was used, was revoked or is too old. Make another one on the hosts page; each is for one host.",
    );
  }
  const labels = [...new Set([...used.labels, ...input.labels])];
  const data = { ...facts, labels, secretHash: hashToken(identity.secret) };
  if (older === null) await tx.host.create({ data: { id, ...data } });
  else await tx.host.update({ where: { id }, data });
  return { id, secretKeys: sealed === null ? null : openKeys(joinToken, sealed) };
}

function requireSecret(
  known: { name: string; secretHash: string | null; removedAt: Date | null },
  secret: string,
): void {
  if (known.removedAt !== null) {
    throw new JoinRefused(
      `The host of this worker was removed (${known.name}). To let this machine join again as a new host, start the worker with an empty data directory and a new GATEHOUSE_JOIN_TOKEN.`,
    );
  }
  const given = Buffer.from(hashToken(secret));
  const kept = Buffer.from(known.secretHash ?? "");
  if (given.length !== kept.length || !timingSafeEqual(given, kept)) {
    throw new JoinRefused(
      `The secret in this worker's data directory is not that of the host ${known.name}.`,
    );
  }
}

/** The row says what this worker speaks, so that the hosts page can name it; nothing else of it is used. */
async function incompatible(tx: Tx): Promise<string | null> {
  const installed = await installedProtocol(tx);
  if (installed === protocol) return null;
  return `This worker speaks protocol ${protocol}, and the installation ${installed}: update ${installed > protocol ? "this worker" : "web and database"} to the same release.`;
}
